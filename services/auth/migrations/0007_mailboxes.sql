-- By which rules and key `voter_id` was computed; accounts whose text differs from the service's get a new id.
ALTER TABLE users ADD COLUMN voter_rules text COLLATE "C";
CREATE INDEX users_voter_rules ON users (voter_rules);
DROP INDEX users_without_voter;

-- The accounts of one mailbox: they are suspended and reinstated together.
CREATE INDEX users_of_voter ON users (voter_id);
