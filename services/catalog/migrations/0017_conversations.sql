-- Replies, versions, deletions, removals and helpful marks of comments. Existing comments begin threads of their own;
-- the defaults rewrite no rows.
ALTER TABLE comments
  -- The comment that it replies to, and the first comment of its thread; NULL for that one.
  ADD COLUMN parent_id uuid,
  ADD COLUMN root_id uuid,
  ADD COLUMN state text NOT NULL DEFAULT 'shown',
  -- The reason of a removal.
  ADD COLUMN reason_code text,
  -- The last change that kept the former text as a version.
  ADD COLUMN edited_at timestamptz(3),
  ADD COLUMN version bigint NOT NULL DEFAULT 1,
  -- The version after the last change of the text.
  ADD COLUMN text_version bigint NOT NULL DEFAULT 1,
  ADD COLUMN helpful_count integer NOT NULL DEFAULT 0,
  -- Of the first comment of a thread: all replies, also deleted and removed ones.
  ADD COLUMN reply_count integer NOT NULL DEFAULT 0;
-- A deleted comment that has replies stays as a row without author and text.
ALTER TABLE comments ALTER COLUMN author_id DROP NOT NULL;
ALTER TABLE comments ADD CONSTRAINT comments_state
  CHECK (state IN ('shown', 'deleted', 'removed')) NOT VALID;
ALTER TABLE comments ADD CONSTRAINT comments_parent
  FOREIGN KEY (parent_id) REFERENCES comments (id) NOT VALID;

-- The numbers of threads. No row: every comment is a thread of its own.
CREATE TABLE discussions (
  submission_id text COLLATE "C" PRIMARY KEY REFERENCES submissions (id) ON DELETE CASCADE,
  thread_count integer NOT NULL CHECK (thread_count >= 0)
);

-- Triggers keep the numbers exact, whichever code writes comments.
CREATE FUNCTION count_threads() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  changes jsonb;
BEGIN
  EXECUTE format(
    $count$
      SELECT jsonb_object_agg(submission_id, change) FROM (
        SELECT submission_id, sum(change) AS change FROM (%s) AS roots
        GROUP BY submission_id HAVING sum(change) <> 0
      ) AS changed
    $count$,
    CASE TG_OP
      WHEN 'INSERT' THEN 'SELECT submission_id, 1 AS change FROM added WHERE parent_id IS NULL'
      WHEN 'DELETE' THEN 'SELECT submission_id, -1 AS change FROM removed WHERE parent_id IS NULL'
      ELSE 'SELECT submission_id, 1 AS change FROM added WHERE parent_id IS NULL
        UNION ALL SELECT submission_id, -1 FROM removed WHERE parent_id IS NULL'
    END
  ) INTO changes;
  IF changes IS NULL THEN RETURN NULL; END IF;
  UPDATE discussions SET thread_count = thread_count + change::integer
  FROM jsonb_each_text(changes) AS changed (id, change) WHERE submission_id = id;
  INSERT INTO discussions (submission_id, thread_count)
  SELECT submissions.id, (
    SELECT count(*) FROM comments WHERE submission_id = submissions.id AND parent_id IS NULL
  )
  FROM jsonb_object_keys(changes) AS changed (id) JOIN submissions USING (id)
  WHERE NOT EXISTS (SELECT FROM discussions WHERE submission_id = submissions.id)
  ON CONFLICT (submission_id) DO UPDATE SET thread_count = excluded.thread_count;
  RETURN NULL;
END $$;
CREATE TRIGGER threads_added AFTER INSERT ON comments
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_threads();
CREATE TRIGGER threads_removed AFTER DELETE ON comments
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_threads();
CREATE TRIGGER threads_moved AFTER UPDATE ON comments
  REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_threads();

CREATE FUNCTION count_replies() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE comments SET reply_count = reply_count + change FROM (
    SELECT root_id, CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END AS change
    FROM changed WHERE root_id IS NOT NULL GROUP BY root_id
  ) AS replies WHERE comments.id = replies.root_id;
  RETURN NULL;
END $$;
CREATE TRIGGER replies_added AFTER INSERT ON comments
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_replies();
CREATE TRIGGER replies_removed AFTER DELETE ON comments
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_replies();

-- Former texts. The current text is in `comments`.
CREATE TABLE comment_versions (
  comment_id uuid NOT NULL REFERENCES comments (id) ON DELETE CASCADE,
  number integer NOT NULL,
  content text NOT NULL,
  written_at timestamptz(3) NOT NULL,
  PRIMARY KEY (comment_id, number)
);

-- One for each person.
CREATE TABLE helpful_marks (
  comment_id uuid NOT NULL REFERENCES comments (id) ON DELETE CASCADE,
  user_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (comment_id, user_id)
);
CREATE INDEX helpful_marks_of_user ON helpful_marks (user_id, comment_id);

-- The members that the current text of a comment mentions.
CREATE TABLE mentions (
  comment_id uuid NOT NULL REFERENCES comments (id) ON DELETE CASCADE,
  user_id uuid NOT NULL,
  PRIMARY KEY (comment_id, user_id)
);
CREATE INDEX mentions_of_user ON mentions (user_id);

-- The payload of catalog.comment-changed.
CREATE FUNCTION comment_changed(comment comments, cause text) RETURNS jsonb
LANGUAGE sql STABLE PARALLEL SAFE
RETURN jsonb_build_object(
  'commentId', comment.id, 'submissionId', comment.submission_id, 'rootId', comment.root_id,
  'parentId', comment.parent_id, 'authorId', comment.author_id,
  'parentAuthorId', (SELECT author_id FROM comments AS parent WHERE parent.id = comment.parent_id),
  'mentioned', coalesce(
    (SELECT jsonb_agg(user_id ORDER BY user_id) FROM mentions WHERE comment_id = comment.id), '[]'
  ),
  'state', comment.state, 'version', comment.version, 'cause', cause
);

-- Deletes comments and returns the payloads of their events. Of a comment with replies, a row without author and
-- text remains until the last reply is deleted.
CREATE FUNCTION delete_comments(ids uuid[]) RETURNS SETOF jsonb
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  unanswered uuid[] := ids;
BEGIN
  -- Marks that are being written wait or are deleted.
  PERFORM FROM comments WHERE id = ANY (ids) ORDER BY id FOR UPDATE;
  DELETE FROM comment_versions WHERE comment_id = ANY (ids);
  DELETE FROM helpful_marks WHERE comment_id = ANY (ids);
  DELETE FROM mentions WHERE comment_id = ANY (ids);
  RETURN QUERY
    UPDATE comments SET state = 'deleted', content = '', author_id = NULL, reason_code = NULL,
      edited_at = NULL, helpful_count = 0, version = version + 1, text_version = version + 1
    WHERE id = ANY (ids)
    RETURNING comment_changed(new, 'deleted');
  -- A reply is deleted before the comment that it replies to.
  WHILE cardinality(unanswered) > 0 LOOP
    WITH gone AS (
      DELETE FROM comments
      WHERE id = ANY (unanswered) AND state = 'deleted'
        AND NOT EXISTS (SELECT FROM comments AS reply WHERE reply.parent_id = comments.id)
      RETURNING parent_id
    )
    SELECT array_agg(DISTINCT parent_id) FILTER (WHERE parent_id IS NOT NULL)
    INTO unanswered FROM gone;
  END LOOP;
END $$;
