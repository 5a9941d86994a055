-- Decisions of administrators. A decision is first stored as an intent. It is applied once the service that
-- owns its subject has applied it.
CREATE TABLE decisions (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN (
    'approve', 'remove', 'super-boost', 'uphold', 'suspend', 'reinstate',
    'release-votes', 'void-votes', 'void-account-votes'
  )),
  submission_id text COLLATE "C",
  account_id uuid,
  -- The appeal that it settles.
  appeal_id uuid,
  boost_value integer,
  expected_version bigint,
  -- A decision about held votes covers those held up to this time. Text, to compare to the microsecond.
  held_until text,
  reason_code text,
  note text,
  -- Hashed together with the note. To redact a note, delete both.
  note_salt bytea,
  admin_id uuid NOT NULL,
  admin_username text NOT NULL,
  request_id text NOT NULL,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'applied', 'refused')),
  -- The error code of a refused decision.
  refusal text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT decisions_refusal_check CHECK ((refusal IS NOT NULL) = (state = 'refused')),
  CONSTRAINT decisions_submission_check CHECK (
    (submission_id IS NULL) = (kind IN ('suspend', 'reinstate', 'void-account-votes'))
  ),
  CONSTRAINT decisions_account_check CHECK (
    (account_id IS NOT NULL) = (kind IN ('suspend', 'reinstate', 'void-account-votes'))
  ),
  CONSTRAINT decisions_boost_check CHECK ((boost_value IS NOT NULL) = (kind = 'super-boost')),
  CONSTRAINT decisions_note_check CHECK ((note IS NULL) = (note_salt IS NULL))
);

CREATE INDEX decisions_pending ON decisions (created_at, id) WHERE state = 'pending';
CREATE INDEX decisions_by_submission ON decisions (submission_id, created_at);
-- For data exports and for the deletion of accounts.
CREATE INDEX decisions_by_account ON decisions (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX decisions_by_admin ON decisions (admin_id);
-- If two administrators settle one appeal at the same time, only one succeeds.
CREATE UNIQUE INDEX one_settlement_per_appeal ON decisions (appeal_id) WHERE state <> 'refused';
