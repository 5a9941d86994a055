-- The subject of a decision that no other column holds: its kind, for example 'notice', and its id.
ALTER TABLE decisions ADD COLUMN IF NOT EXISTS subject_kind text;
ALTER TABLE decisions ADD COLUMN IF NOT EXISTS subject_id text COLLATE "C";
ALTER TABLE decisions DROP CONSTRAINT IF EXISTS decisions_one_subject_of_all;
ALTER TABLE decisions DROP CONSTRAINT IF EXISTS decisions_one_subject_of_any;
ALTER TABLE decisions ADD CONSTRAINT decisions_one_subject_of_any CHECK (
  num_nonnulls(submission_id, account_id, suggestion_id, business_id, comment_id, subject_id) = 1
  AND (subject_kind IS NULL) = (subject_id IS NULL)
) NOT VALID;

-- Notices of unlawful content. Auth stores the mailbox of the notifier under the notice's id.
CREATE TABLE notices (
  id uuid PRIMARY KEY,
  -- [{"kind": …, "id": …, "path": …}]
  content jsonb NOT NULL,
  reason text NOT NULL,
  explanation text NOT NULL,
  notifier_name text,
  has_mailbox boolean NOT NULL,
  confirmed_at timestamptz(3),
  -- SHA-256 of what was sent, to recognise a repeated request.
  request_hash bytea,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'upheld', 'declined')),
  decided_by uuid REFERENCES decisions (id),
  decided_at timestamptz(3),
  objection text,
  objected_at timestamptz(3),
  -- The result of the review that the objection asked for.
  settled_state text CHECK (settled_state IN ('upheld', 'declined')),
  settled_by uuid REFERENCES decisions (id),
  settled_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Six months after the last decision the texts and names are erased; the row stays for statistics.
  erased_at timestamptz(3),
  CONSTRAINT notices_decided_check CHECK ((state = 'open') = (decided_by IS NULL)),
  CONSTRAINT notices_settled_check CHECK ((settled_by IS NULL) = (settled_state IS NULL))
);
-- The queue of the administrators.
CREATE INDEX notices_waiting ON notices (created_at, id)
  WHERE state = 'open' OR (objected_at IS NOT NULL AND settled_by IS NULL);
CREATE INDEX notices_to_erase ON notices (decided_at) WHERE erased_at IS NULL AND decided_at IS NOT NULL;

-- Mails that auth has not queued yet.
CREATE TABLE notice_mail_requests (
  notice_id uuid NOT NULL REFERENCES notices (id),
  kind text NOT NULL CHECK (kind IN ('outcome', 'objection', 'objection-outcome')),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (notice_id, kind)
);

-- For the transparency report: notices by the month in which something happened to them.
CREATE TABLE notice_counts (
  month date NOT NULL,
  reason text NOT NULL,
  outcome text NOT NULL,
  notices integer NOT NULL,
  PRIMARY KEY (month, reason, outcome)
);
