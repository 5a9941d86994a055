ALTER TABLE comments
  -- Open flags only.
  ADD COLUMN flag_count integer NOT NULL DEFAULT 0,
  -- The version after the last decision of an administrator.
  ADD COLUMN decided_version bigint NOT NULL DEFAULT 0;

CREATE TABLE comment_flags (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  user_id uuid NOT NULL,
  comment_id uuid NOT NULL REFERENCES comments (id) ON DELETE CASCADE,
  reason_code text,
  reason text NOT NULL,
  -- The text of the comment when it was flagged.
  flagged_text text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz,
  -- The decision that closed it.
  closed_by uuid,
  CONSTRAINT one_flag_per_user_and_comment UNIQUE (comment_id, user_id),
  CHECK ((closed_at IS NULL) = (closed_by IS NULL))
);
CREATE INDEX comment_flags_by_user ON comment_flags (user_id);

-- With the text of a comment, the copies of it in flags are deleted.
CREATE FUNCTION delete_comment_flags() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM comment_flags WHERE comment_id = NEW.id;
  NEW.flag_count := 0;
  RETURN NEW;
END $$;
CREATE TRIGGER comment_text_deleted BEFORE UPDATE OF state ON comments
  FOR EACH ROW WHEN (NEW.state = 'deleted') EXECUTE FUNCTION delete_comment_flags();

-- Results of decisions about comments. A repeated call returns the same response.
CREATE TABLE applied_comment_decisions (
  decision_id uuid PRIMARY KEY,
  comment_id uuid NOT NULL,
  submission_id text COLLATE "C" NOT NULL,
  category text,
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
);
