-- Outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS decisions_by_comment;
CREATE INDEX CONCURRENTLY decisions_by_comment ON decisions (comment_id, created_at)
  WHERE comment_id IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS appeals_by_comment;
CREATE INDEX CONCURRENTLY appeals_by_comment ON appeals (comment_id, created_at)
  WHERE comment_id IS NOT NULL;
