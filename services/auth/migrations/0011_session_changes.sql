-- The sessions that ended and the accounts that changed, so that gateways can check the sessions that they cache
-- (docs/decisions/0055-cached-sessions.md). Triggers write a row in the transaction of the change.
CREATE TABLE session_changes (
  transaction xid8 NOT NULL DEFAULT pg_current_xact_id(),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- One of the two.
  session_hash text,
  user_id uuid
);
CREATE INDEX session_changes_transaction ON session_changes (transaction);
CREATE INDEX session_changes_at ON session_changes (at);

CREATE FUNCTION note_ended_sessions() RETURNS trigger LANGUAGE plpgsql
SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO session_changes (session_hash) SELECT hash FROM ended;
  RETURN NULL;
END $$;
CREATE TRIGGER sessions_ended AFTER DELETE ON sessions
  REFERENCING OLD TABLE AS ended FOR EACH STATEMENT EXECUTE FUNCTION note_ended_sessions();

CREATE FUNCTION note_changed_user() RETURNS trigger LANGUAGE plpgsql
SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO session_changes (user_id) VALUES (OLD.id);
  RETURN NULL;
END $$;
CREATE TRIGGER user_changed AFTER UPDATE ON users FOR EACH ROW WHEN (
  (OLD.username, OLD.is_admin, OLD.suspended_at IS NULL, OLD.voter_id, OLD.created_at)
  IS DISTINCT FROM
  (NEW.username, NEW.is_admin, NEW.suspended_at IS NULL, NEW.voter_id, NEW.created_at)
) EXECUTE FUNCTION note_changed_user();
CREATE TRIGGER user_deleted AFTER DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION note_changed_user();
