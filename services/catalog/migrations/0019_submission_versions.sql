ALTER TABLE submissions
  -- The last change that kept the former text as a version.
  ADD COLUMN edited_at timestamptz(3),
  -- The version after the last change of the text.
  ADD COLUMN text_version bigint NOT NULL DEFAULT 0;

-- Former texts. The current text is in `submissions`.
CREATE TABLE submission_versions (
  submission_id text COLLATE "C" NOT NULL REFERENCES submissions (id) ON DELETE CASCADE,
  number integer NOT NULL,
  target_name text NOT NULL,
  location text NOT NULL,
  category text,
  reasons text NOT NULL,
  sources text,
  written_at timestamptz(3) NOT NULL,
  PRIMARY KEY (submission_id, number)
);

-- The place of a location that an edit changed. `place_id` is the chosen place.
CREATE TRIGGER submission_relocated BEFORE UPDATE OF location ON submissions
  FOR EACH ROW WHEN ((NEW.location, NEW.place_id) IS DISTINCT FROM (OLD.location, OLD.place_id))
  EXECUTE FUNCTION locate_submission();

-- The payload of catalog.submission-published.
CREATE FUNCTION submission_published(submission submissions, cause text) RETURNS jsonb
LANGUAGE sql STABLE PARALLEL SAFE
RETURN jsonb_build_object(
  'submissionId', submission.id, 'authorId', submission.author_id,
  'businessIds', (
    SELECT jsonb_agg(owner.id ORDER BY depth) FROM search_owners(submission.business_id) AS owner
  ),
  'country', submission.country, 'category', submission.category,
  'version', submission.version, 'cause', cause
);
