CREATE TABLE comments (
  id uuid PRIMARY KEY,
  submission_id text COLLATE "C" NOT NULL REFERENCES submissions (id) ON DELETE CASCADE,
  author_id uuid NOT NULL REFERENCES authors (id) ON DELETE CASCADE,
  content text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX comments_newest ON comments (submission_id, created_at DESC, id DESC);
CREATE INDEX comments_by_author ON comments (author_id);

CREATE TABLE flags (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  user_id uuid NOT NULL,
  submission_id text COLLATE "C" NOT NULL REFERENCES submissions (id) ON DELETE CASCADE,
  reason text NOT NULL,
  -- The text of the submission when it was flagged.
  flagged_text jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz,
  -- The decision that closed it.
  closed_by uuid,
  CONSTRAINT one_flag_per_user UNIQUE (submission_id, user_id),
  CHECK ((closed_at IS NULL) = (closed_by IS NULL))
);
CREATE INDEX flags_by_user ON flags (user_id);
