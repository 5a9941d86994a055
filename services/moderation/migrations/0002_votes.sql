-- Decisions about votes that are held, and about the votes of a suspended account.
ALTER TABLE decisions
  DROP CONSTRAINT decisions_kind_check,
  DROP CONSTRAINT decisions_check1,
  DROP CONSTRAINT decisions_check2,
  ADD CONSTRAINT decisions_kind_check CHECK (kind IN (
    'approve', 'remove', 'super-boost', 'uphold', 'suspend', 'reinstate',
    'release-votes', 'void-votes', 'void-account-votes'
  )),
  ADD CONSTRAINT decisions_submission_check CHECK (
    (submission_id IS NULL) = (kind IN ('suspend', 'reinstate', 'void-account-votes'))
  ),
  ADD CONSTRAINT decisions_account_check CHECK (
    (account_id IS NOT NULL) = (kind IN ('suspend', 'reinstate', 'void-account-votes'))
  );
