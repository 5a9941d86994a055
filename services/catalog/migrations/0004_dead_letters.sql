-- Events of this service that an audience could not apply.
CREATE TABLE dead_letters (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id text NOT NULL,
  subject text NOT NULL,
  audience text NOT NULL,
  -- JSON, kept as it came, for it may be what jsonb refuses.
  payload text,
  request_id text,
  attempts integer NOT NULL,
  error text NOT NULL,
  first_died_at timestamptz NOT NULL,
  last_died_at timestamptz NOT NULL,
  replayed_at timestamptz,
  -- Id of the event that the replay sent.
  replayed_as uuid,
  UNIQUE (event_id, subject, audience)
);
