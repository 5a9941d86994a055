-- Outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS comments_queue;
CREATE INDEX CONCURRENTLY comments_queue ON comments (flag_count DESC, created_at, id)
  WHERE state = 'shown' AND flag_count > 0;
DROP INDEX CONCURRENTLY IF EXISTS comments_of_author;
CREATE INDEX CONCURRENTLY comments_of_author ON comments (author_id, created_at DESC, id DESC)
  WHERE state = 'shown';
