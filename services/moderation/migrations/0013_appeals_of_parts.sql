-- The subject of an appeal that no other column holds: its kind, 'response' or 'alternative', and its id.
ALTER TABLE appeals ADD COLUMN subject_kind text;
ALTER TABLE appeals ADD COLUMN subject_id text COLLATE "C";
ALTER TABLE appeals DROP CONSTRAINT IF EXISTS appeals_one_subject;
ALTER TABLE appeals ADD CONSTRAINT appeals_one_subject_of_any CHECK (
  num_nonnulls(submission_id, comment_id, subject_id) = 1
  AND (subject_kind IS NULL) = (subject_id IS NULL)
) NOT VALID;
