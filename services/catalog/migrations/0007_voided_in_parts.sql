-- No number yet: a decision that has been begun. It is finished whatever becomes of the suspension.
ALTER TABLE voided_accounts ALTER COLUMN vote_count DROP NOT NULL;
