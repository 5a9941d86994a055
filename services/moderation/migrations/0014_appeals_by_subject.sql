-- Outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS appeals_by_subject;
CREATE INDEX CONCURRENTLY appeals_by_subject ON appeals (subject_kind, subject_id, created_at)
  WHERE subject_id IS NOT NULL;
