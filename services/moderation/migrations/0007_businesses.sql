-- Decisions about suggestions and about businesses.
ALTER TABLE decisions
  ADD COLUMN suggestion_id uuid,
  ADD COLUMN business_id text COLLATE "C",
  -- The change of a business: {"kind": …, "value": …}.
  ADD COLUMN change jsonb;
ALTER TABLE decisions DROP CONSTRAINT IF EXISTS decisions_submission_check;
ALTER TABLE decisions DROP CONSTRAINT IF EXISTS decisions_account_check;
ALTER TABLE decisions ADD CONSTRAINT decisions_one_subject CHECK (
  num_nonnulls(submission_id, account_id, suggestion_id, business_id) = 1
) NOT VALID;
