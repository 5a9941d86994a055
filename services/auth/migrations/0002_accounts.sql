-- Words as a search compares them: letters and digits, lower case, without positions.
CREATE FUNCTION search_words(text text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN strip(to_tsvector('simple', regexp_replace(text, '[^[:alnum:]]+', ' ', 'g')));

-- Every word at its beginning; NULL when there is none. Words hold nothing that would need quoting.
CREATE FUNCTION search_query(text text) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (SELECT string_agg(lexeme || ':*', ' & ')::tsquery FROM unnest(search_words(text)));

CREATE INDEX users_newest ON users (created_at DESC, id);
CREATE INDEX users_admins ON users (created_at DESC, id) WHERE is_admin;
CREATE INDEX users_suspended ON users (created_at DESC, id) WHERE suspended_at IS NOT NULL;
CREATE INDEX users_words ON users USING gin (search_words(username));

-- Exact totals, changed in the transaction that changes what they count.
CREATE TABLE counters (
  name text PRIMARY KEY,
  value bigint NOT NULL CHECK (value >= 0)
);
INSERT INTO counters (name, value) SELECT 'accounts', count(*) FROM users;

-- A trigger, so that an account counts whatever way it came in.
CREATE FUNCTION count_accounts() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE change bigint;
BEGIN
  SELECT CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END INTO change FROM changed;
  IF change <> 0 THEN
    UPDATE counters SET value = value + change WHERE name = 'accounts';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER count_added AFTER INSERT ON users
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_accounts();
CREATE TRIGGER count_deleted AFTER DELETE ON users
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_accounts();

-- What a moderator's decision about an account did.
CREATE TABLE applied_decisions (
  decision_id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  answer jsonb NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
);
