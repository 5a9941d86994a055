CREATE TABLE users (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email text NOT NULL CONSTRAINT users_email_unique UNIQUE,
  username text NOT NULL CONSTRAINT users_username_unique UNIQUE,
  is_admin boolean NOT NULL DEFAULT false,
  suspended_at timestamptz,
  -- The version of the event auth.user-changed.
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Increases when the user signs out all other browsers. Device cookies with an older epoch are then unknown.
  device_epoch integer NOT NULL DEFAULT 0,
  -- A keyed hash of the mailbox. Stored, so that a new key does not split the accounts of a mailbox.
  -- NULL: not yet computed or published.
  voter_id uuid,
  -- The rules and the key by which voter_id was computed. The service recomputes the id when they differ from its own.
  voter_rules text COLLATE "C"
);

-- Usernames that differ only in case are the same.
CREATE UNIQUE INDEX users_username_folded ON users (lower(username));
CREATE INDEX users_voter_rules ON users (voter_rules);
-- The accounts of one mailbox: they are suspended and reinstated together.
CREATE INDEX users_of_voter ON users (voter_id);

-- Lists for administrators.
CREATE INDEX users_newest ON users (created_at DESC, id);
CREATE INDEX users_admins ON users (created_at DESC, id) WHERE is_admin;
CREATE INDEX users_suspended ON users (created_at DESC, id) WHERE suspended_at IS NOT NULL;

-- Equal for usernames that look alike. The same as skeletonOf in users/name-rules.ts.
CREATE FUNCTION name_skeleton(username text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN replace(replace(replace(translate(lower(username), '1i0_', 'llo-'), 'rn', 'm'), 'vv', 'w'), 'cl', 'd');
-- Not unique: new names are checked under a lock.
CREATE INDEX users_name_skeleton ON users (name_skeleton(username));

-- The words of a text for a search: letters and digits, lower case, without positions.
CREATE FUNCTION search_words(text text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN strip(to_tsvector('simple', regexp_replace(text, '[^[:alnum:]]+', ' ', 'g')));

-- Matches texts that contain every word as a prefix; NULL for a text without words. Words contain no
-- characters that need quoting.
CREATE FUNCTION search_query(text text) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (SELECT string_agg(lexeme || ':*', ' & ')::tsquery FROM unnest(search_words(text)));

CREATE INDEX users_words ON users USING gin (search_words(username));

-- Exact totals, updated in the transaction that changes the counted rows.
CREATE TABLE counters (
  name text PRIMARY KEY,
  value bigint NOT NULL CHECK (value >= 0)
);
INSERT INTO counters (name, value) VALUES ('accounts', 0);

-- A trigger, so that every insert and delete is counted, whichever code makes it.
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

-- Released usernames, as keyed hashes. Only the former owner can take one back before it expires.
CREATE TABLE released_names (
  name_key text PRIMARY KEY,
  user_id uuid NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX released_names_expires_at ON released_names (expires_at);
