-- The kinds of decisions are those of the contract. A check here would have to be replaced with every new kind.
ALTER TABLE decisions DROP CONSTRAINT IF EXISTS decisions_kind_check;

-- Of a merge and its undoing, the older submission, which stays.
ALTER TABLE decisions ADD COLUMN into_id text COLLATE "C";
ALTER TABLE decisions ADD COLUMN expected_into_version bigint;
