-- Outside a transaction. Not unique, for accounts whose names look alike already keep them: new names are checked
-- under a lock.
DROP INDEX CONCURRENTLY IF EXISTS users_name_skeleton;
CREATE INDEX CONCURRENTLY users_name_skeleton ON users (name_skeleton(username));
