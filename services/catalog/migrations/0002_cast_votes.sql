-- Writes votes that wait together: at most one per voter and submission; choice 0 takes a vote back.
-- Answers each public submission among the targets as it then stands, and which voters were refused.
--
-- A function because under READ COMMITTED each of its two statements sees what was committed before it
-- began. In one statement, the snapshot would be older than the locks, and a withdrawal would not find
-- a vote that another instance committed while it waited.
CREATE FUNCTION cast_votes(
  voters uuid[], targets text[], choices smallint[], requests text[], subject text
) RETURNS TABLE (submission submissions, username text, refused uuid[])
LANGUAGE sql VOLATILE
BEGIN ATOMIC
  -- In id order, like everyone who locks several, so that two groups cannot wait for each other.
  SELECT FROM submissions WHERE id = ANY (targets) ORDER BY id FOR NO KEY UPDATE;

  WITH ballots AS MATERIALIZED (
    SELECT ballot.voter, ballot.target, ballot.choice, ballot.request,
      EXISTS (SELECT FROM authors WHERE authors.id = ballot.voter AND suspended) AS is_refused
    FROM unnest(voters, targets, choices, requests) AS ballot (voter, target, choice, request)
    JOIN submissions ON submissions.id = ballot.target AND approved
  ), placed AS (
    INSERT INTO votes (user_id, submission_id, value)
    SELECT voter, target, choice FROM ballots WHERE choice <> 0 AND NOT is_refused
    ON CONFLICT (user_id, submission_id) DO UPDATE SET value = excluded.value
      WHERE votes.value <> excluded.value
    RETURNING new.submission_id, new.value - coalesce(old.value, 0) AS change
  ), withdrawn AS (
    DELETE FROM votes USING ballots
    WHERE user_id = voter AND submission_id = target AND choice = 0 AND NOT is_refused
    RETURNING submission_id, -value AS change
  ), changes AS (
    SELECT submission_id, sum(change) AS change
    FROM (SELECT * FROM placed UNION ALL SELECT * FROM withdrawn) AS each_change
    GROUP BY submission_id
  ), changed AS (
    -- A version for votes that cancel out too: the answer to each of these voters is new.
    UPDATE submissions SET score = score + change, version = version + 1
    FROM changes WHERE submissions.id = changes.submission_id
    RETURNING submissions
  ), told AS (
    INSERT INTO outbox (subject, payload, request_id)
    SELECT cast_votes.subject,
      jsonb_build_object(
        'submissionId', (submissions).id, 'version', (submissions).version,
        'score', (submissions).score, 'commentCount', (submissions).comment_count,
        'approved', (submissions).approved, 'cause', 'numbers'
      ),
      (SELECT max(request) FROM ballots WHERE target = (submissions).id)
    FROM changed
  ), current AS (
    SELECT submissions FROM changed
    UNION ALL
    SELECT submissions FROM submissions
    WHERE id IN (SELECT target FROM ballots) AND id NOT IN (SELECT submission_id FROM changes)
  )
  SELECT submissions, authors.username,
    ARRAY(SELECT voter FROM ballots WHERE target = (submissions).id AND is_refused)
  FROM current LEFT JOIN authors ON authors.id = (submissions).author_id;
END;
