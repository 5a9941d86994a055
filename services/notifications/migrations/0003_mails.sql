-- How often a member gets mails about a kind of notice. A missing row means the default.
CREATE TABLE mail_frequencies (
  user_id uuid NOT NULL,
  kind text NOT NULL,
  frequency text NOT NULL CHECK (frequency IN ('at-once', 'daily', 'weekly', 'never')),
  PRIMARY KEY (user_id, kind)
);

-- The same as defaultFrequencies in the contracts.
CREATE FUNCTION mail_frequency(chosen text, kind text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN coalesce(chosen, CASE WHEN kind IN ('decision', 'flag', 'appeal') THEN 'at-once' ELSE 'weekly' END);

-- Members whose time zone or mailbox is known to differ from the defaults, or who got a mail.
CREATE TABLE recipients (
  user_id uuid PRIMARY KEY,
  -- NULL: not known, so that UTC applies.
  time_zone text,
  -- When the mailbox refused a mail permanently, as auth reports it.
  refused_at timestamptz,
  refused_version integer NOT NULL DEFAULT 0,
  -- Keys the links in this member's mails that end mails.
  link_key bytea NOT NULL DEFAULT decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')
);

-- Mails to request from auth. The id is the idempotency key: a mail that is requested twice is sent once.
CREATE TABLE mail_requests (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  user_id uuid NOT NULL,
  template text NOT NULL CHECK (template IN ('notice', 'daily', 'weekly')),
  occurrence_ids bigint[] NOT NULL,
  not_before timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now()
);
-- Mails about one notice go before digests.
CREATE INDEX mail_requests_due ON mail_requests ((template <> 'notice'), not_before);
CREATE INDEX mail_requests_of_user ON mail_requests (user_id);

-- The next digests of a member. A row without unsent notices waits until 'infinity'.
CREATE TABLE digests (
  user_id uuid NOT NULL,
  frequency text NOT NULL CHECK (frequency IN ('daily', 'weekly')),
  due_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, frequency)
);
CREATE INDEX digests_due_at ON digests (due_at);

-- Whether a mail or a digest with it was prepared.
ALTER TABLE notices ADD COLUMN mailed boolean NOT NULL DEFAULT false;

-- The next morning, or the next Monday morning, in a time zone of the IANA database; UTC for an unknown one.
CREATE FUNCTION next_digest(frequency text, zone text, since timestamptz) RETURNS timestamptz
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  hour CONSTANT time := '08:00';
  used text := coalesce(zone, 'UTC');
  day date;
BEGIN
  BEGIN
    day := (since AT TIME ZONE used)::date;
  EXCEPTION WHEN invalid_parameter_value THEN
    used := 'UTC';
    day := (since AT TIME ZONE used)::date;
  END;
  LOOP
    IF (frequency = 'daily' OR extract(isodow FROM day) = 1) AND (day + hour) AT TIME ZONE used > since THEN
      RETURN (day + hour) AT TIME ZONE used;
    END IF;
    day := day + 1;
  END LOOP;
END $$;

-- A trigger, so that every notice is mailed as its member chose, whichever code adds it. It locks the digests that may
-- be prepared at the moment: either the digest has the notice, or it is prepared again later.
CREATE FUNCTION queue_mails() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  WITH mailed AS (
    INSERT INTO mail_requests (user_id, template, occurrence_ids)
    SELECT added.user_id, 'notice', ARRAY[added.occurrence_id]
    FROM added LEFT JOIN mail_frequencies USING (user_id, kind) LEFT JOIN recipients USING (user_id)
    WHERE mail_frequency(frequency, added.kind) = 'at-once' AND refused_at IS NULL
    RETURNING user_id, occurrence_ids[1] AS occurrence_id
  )
  UPDATE notices SET mailed = true FROM mailed
  WHERE notices.user_id = mailed.user_id AND notices.occurrence_id = mailed.occurrence_id;

  INSERT INTO digests AS known (user_id, frequency, due_at)
  SELECT user_id, wanted, next_digest(wanted, time_zone, now())
  FROM (
    SELECT DISTINCT added.user_id, mail_frequency(frequency, added.kind) AS wanted
    FROM added LEFT JOIN mail_frequencies USING (user_id, kind)
  ) AS these LEFT JOIN recipients USING (user_id)
  WHERE wanted IN ('daily', 'weekly') AND refused_at IS NULL AND NOT EXISTS (
    SELECT FROM digests AS later
    WHERE later.user_id = these.user_id AND later.frequency = wanted
      AND due_at > now() + interval '1 hour' AND due_at < 'infinity')
  ORDER BY user_id, wanted
  ON CONFLICT (user_id, frequency) DO UPDATE SET due_at = excluded.due_at
    WHERE known.due_at = 'infinity';
  RETURN NULL;
END $$;
CREATE TRIGGER queue_mails AFTER INSERT ON notices
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION queue_mails();
