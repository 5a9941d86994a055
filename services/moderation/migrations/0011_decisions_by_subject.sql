-- Outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS decisions_by_subject;
CREATE INDEX CONCURRENTLY decisions_by_subject ON decisions (subject_kind, subject_id, created_at)
  WHERE subject_id IS NOT NULL;
