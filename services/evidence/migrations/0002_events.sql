-- Events to publish, written in the transaction that makes the change.
CREATE TABLE outbox (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  subject text NOT NULL,
  payload jsonb NOT NULL,
  request_id text,
  attempts integer NOT NULL DEFAULT 0,
  not_before timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Events of this service that a consumer could not apply.
CREATE TABLE dead_letters (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id text NOT NULL,
  subject text NOT NULL,
  audience text NOT NULL,
  -- The JSON text as received, because jsonb may reject it.
  payload text,
  request_id text,
  attempts integer NOT NULL,
  error text NOT NULL,
  first_died_at timestamptz NOT NULL,
  last_died_at timestamptz NOT NULL,
  replayed_at timestamptz,
  -- The id of the event that the replay sent.
  replayed_as uuid,
  -- When an operator dismissed it.
  dismissed_at timestamptz,
  UNIQUE (event_id, subject, audience)
);
