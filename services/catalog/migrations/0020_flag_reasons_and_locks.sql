-- The reason that the reporter chose; NULL for none.
ALTER TABLE flags ADD COLUMN reason_code text;

-- Nobody can add comments to a submission with a locked discussion.
ALTER TABLE submissions ADD COLUMN discussion_locked boolean NOT NULL DEFAULT false;
