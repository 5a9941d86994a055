-- The version of a submission up to which nobody has voted. Votes do not change it and every other change of the
-- version raises it too, so that it equals the version until the first vote. The default is the version of a new row.
ALTER TABLE submissions ADD COLUMN unvoted_version bigint NOT NULL DEFAULT 1;
