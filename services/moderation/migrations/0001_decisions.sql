-- What an administrator decided: first an intent, applied once the catalog has taken it.
CREATE TABLE decisions (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  submission_id text NOT NULL,
  admin_id uuid NOT NULL,
  action jsonb NOT NULL,
  reason_code text,
  note text,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'applied', 'refused')),
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX decisions_pending ON decisions (created_at) WHERE state = 'pending';

-- Every applied decision for ever, each row chained to the one before over a hash of its payload, so
-- that a text can be redacted without breaking the chain.
CREATE TABLE decision_log (
  position bigint PRIMARY KEY,
  decision_id uuid NOT NULL UNIQUE REFERENCES decisions (id),
  payload jsonb NOT NULL,
  payload_hash bytea NOT NULL,
  previous_hash bytea NOT NULL,
  row_hash bytea NOT NULL,
  logged_at timestamptz NOT NULL DEFAULT now()
);

REVOKE UPDATE, DELETE, TRUNCATE ON decision_log FROM moderation;

CREATE TABLE outbox (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  subject text NOT NULL,
  payload jsonb NOT NULL,
  request_id text,
  attempts integer NOT NULL DEFAULT 0,
  not_before timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now()
);
