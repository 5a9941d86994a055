-- Decisions about comments, and appeals against their removal.
ALTER TABLE decisions ADD COLUMN comment_id uuid;
ALTER TABLE decisions DROP CONSTRAINT IF EXISTS decisions_one_subject;
ALTER TABLE decisions ADD CONSTRAINT decisions_one_subject_of_all CHECK (
  num_nonnulls(submission_id, account_id, suggestion_id, business_id, comment_id) = 1
) NOT VALID;

ALTER TABLE appeals ADD COLUMN comment_id uuid;
ALTER TABLE appeals ALTER COLUMN submission_id DROP NOT NULL;
ALTER TABLE appeals ADD CONSTRAINT appeals_one_subject CHECK (
  num_nonnulls(submission_id, comment_id) = 1
) NOT VALID;
