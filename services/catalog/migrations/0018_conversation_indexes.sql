-- Outside a transaction
-- The previous version also uses comments_newest, which a later version can drop.
DROP INDEX CONCURRENTLY IF EXISTS threads_newest;
CREATE INDEX CONCURRENTLY threads_newest ON comments (submission_id, created_at DESC, id DESC)
  WHERE parent_id IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS threads_helpful;
CREATE INDEX CONCURRENTLY threads_helpful
  ON comments (submission_id, helpful_count DESC, created_at DESC, id DESC) WHERE parent_id IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS replies_of_thread;
CREATE INDEX CONCURRENTLY replies_of_thread ON comments (root_id, created_at, id)
  WHERE root_id IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS replies_of_comment;
CREATE INDEX CONCURRENTLY replies_of_comment ON comments (parent_id) WHERE parent_id IS NOT NULL;
-- The members that a text mentions.
DROP INDEX CONCURRENTLY IF EXISTS authors_by_username;
CREATE INDEX CONCURRENTLY authors_by_username ON authors (lower(username));
ALTER TABLE comments VALIDATE CONSTRAINT comments_state;
ALTER TABLE comments VALIDATE CONSTRAINT comments_parent;
