-- What an administrator decided: first an intent, applied once the service that owns its subject has
-- taken it.
CREATE TABLE decisions (
  id uuid PRIMARY KEY,
  kind text NOT NULL
    CHECK (kind IN ('approve', 'remove', 'super-boost', 'uphold', 'suspend', 'reinstate')),
  submission_id text COLLATE "C",
  account_id uuid,
  -- The appeal that it settles.
  appeal_id uuid,
  boost_value integer,
  expected_version bigint,
  reason_code text,
  note text,
  -- Hashed together with the note; whoever redacts a note deletes both.
  note_salt bytea,
  admin_id uuid NOT NULL,
  admin_username text NOT NULL,
  request_id text NOT NULL,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'applied', 'refused')),
  -- The code of the error that refused it.
  refusal text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK ((refusal IS NOT NULL) = (state = 'refused')),
  CHECK ((submission_id IS NULL) = (kind IN ('suspend', 'reinstate'))),
  CHECK ((account_id IS NOT NULL) = (kind IN ('suspend', 'reinstate'))),
  CHECK ((boost_value IS NOT NULL) = (kind = 'super-boost')),
  CHECK ((note IS NULL) = (note_salt IS NULL))
);

CREATE INDEX decisions_pending ON decisions (created_at, id) WHERE state = 'pending';
CREATE INDEX decisions_by_submission ON decisions (submission_id, created_at);
-- Of two administrators who settle one appeal at once, one comes too late.
CREATE UNIQUE INDEX one_settlement_per_appeal ON decisions (appeal_id) WHERE state <> 'refused';

-- Every applied decision for ever. `json` and not `jsonb`, because the hash is that of the very text.
--   payload_hash = SHA-256(payload)
--   row_hash = SHA-256(previous_hash || position as 8 bytes, big-endian || payload_hash)
-- The first row follows 32 zero bytes. Free text is not in the payload, its salted hash is: a note can be
-- redacted and the chain still holds.
CREATE TABLE decision_log (
  position bigint PRIMARY KEY,
  decision_id uuid NOT NULL UNIQUE REFERENCES decisions (id),
  payload json NOT NULL,
  payload_hash bytea NOT NULL,
  previous_hash bytea NOT NULL,
  row_hash bytea NOT NULL,
  logged_at timestamptz(3) NOT NULL DEFAULT now()
);

REVOKE UPDATE, DELETE, TRUNCATE ON decision_log FROM moderation;

CREATE TABLE appeals (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  decision_id uuid NOT NULL REFERENCES decisions (id),
  submission_id text COLLATE "C" NOT NULL,
  author_id uuid NOT NULL,
  text text NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'upheld', 'overturned')),
  settled_by uuid REFERENCES decisions (id),
  settled_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT one_appeal_per_decision UNIQUE (decision_id),
  CHECK ((state = 'open') = (settled_by IS NULL)),
  CHECK ((settled_by IS NULL) = (settled_at IS NULL))
);

CREATE INDEX appeals_open ON appeals (created_at, id) WHERE state = 'open';
CREATE INDEX appeals_by_submission ON appeals (submission_id, created_at);
