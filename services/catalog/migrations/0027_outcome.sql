-- How many people take part in a boycott, what would end it, and its status since `status_at`.
ALTER TABLE submissions
  ADD COLUMN participant_count integer NOT NULL DEFAULT 0,
  ADD COLUMN demand text,
  ADD COLUMN status text NOT NULL DEFAULT 'proposed',
  ADD COLUMN status_at timestamptz(3);

CREATE OR REPLACE FUNCTION submission_changed(submission submissions, cause text) RETURNS jsonb
LANGUAGE sql STABLE PARALLEL SAFE
RETURN jsonb_build_object(
  'submissionId', submission.id, 'version', submission.version, 'score', submission.score,
  'commentCount', submission.comment_count, 'participantCount', submission.participant_count,
  'status', submission.status, 'approved', submission.approved, 'cause', cause
);
