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
  CONSTRAINT appeals_settled_by_check CHECK ((state = 'open') = (settled_by IS NULL)),
  CONSTRAINT appeals_settled_at_check CHECK ((settled_by IS NULL) = (settled_at IS NULL))
);

CREATE INDEX appeals_open ON appeals (created_at, id) WHERE state = 'open';
CREATE INDEX appeals_by_submission ON appeals (submission_id, created_at);
-- For data exports and for the deletion of accounts.
CREATE INDEX appeals_by_author ON appeals (author_id);
