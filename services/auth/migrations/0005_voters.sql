-- Whose voting right an account uses: a keyed hash of its mailbox, kept so that a new key splits nobody.
-- Without one, nobody has been told of it yet.
ALTER TABLE users ADD COLUMN voter_id uuid;
CREATE INDEX users_without_voter ON users (id) WHERE voter_id IS NULL;
