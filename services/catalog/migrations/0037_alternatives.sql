-- What to use instead of the target of a submission. Alternatives of a merged submission stay with it and are listed
-- with those of the remaining one.
CREATE TABLE alternatives (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  submission_id text COLLATE "C" NOT NULL REFERENCES submissions (id) ON DELETE CASCADE,
  author_id uuid REFERENCES authors (id) ON DELETE CASCADE,
  name text NOT NULL,
  link text,
  match_key text NOT NULL,
  state text NOT NULL DEFAULT 'shown' CHECK (state IN ('shown', 'removed')),
  helpful_count integer NOT NULL DEFAULT 0,
  -- Open flags only.
  flag_count integer NOT NULL DEFAULT 0,
  version bigint NOT NULL DEFAULT 1,
  -- The version after the last decision of an administrator.
  decided_version bigint NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX alternatives_of_submission
  ON alternatives (submission_id, helpful_count DESC, created_at, id);
CREATE INDEX alternatives_by_author ON alternatives (author_id);
CREATE INDEX alternatives_queue ON alternatives (flag_count DESC, created_at, id)
  WHERE state = 'shown' AND flag_count > 0;

-- One for each person.
CREATE TABLE alternative_marks (
  alternative_id uuid NOT NULL REFERENCES alternatives (id) ON DELETE CASCADE,
  user_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (alternative_id, user_id)
);
CREATE INDEX alternative_marks_of_user ON alternative_marks (user_id, alternative_id);

CREATE TABLE alternative_flags (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  user_id uuid NOT NULL,
  alternative_id uuid NOT NULL REFERENCES alternatives (id) ON DELETE CASCADE,
  reason_code text,
  reason text NOT NULL,
  -- The name and link when it was flagged.
  flagged_text text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz,
  -- The decision that closed it.
  closed_by uuid,
  CONSTRAINT one_flag_per_user_and_alternative UNIQUE (alternative_id, user_id),
  CHECK ((closed_at IS NULL) = (closed_by IS NULL))
);
CREATE INDEX alternative_flags_by_user ON alternative_flags (user_id);

-- Results of decisions about alternatives. A repeated call returns the same response.
CREATE TABLE applied_alternative_decisions (
  decision_id uuid PRIMARY KEY,
  alternative_id uuid NOT NULL,
  submission_id text COLLATE "C" NOT NULL,
  category text,
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
);
