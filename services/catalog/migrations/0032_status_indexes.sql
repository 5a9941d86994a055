-- Outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS submission_facets_status;
CREATE INDEX CONCURRENTLY submission_facets_status
  ON submission_facets (status, created_at DESC, submission_id) WHERE approved;
-- A vote rewrites the index entries of its row, so this index has only proposals that some people support.
DROP INDEX CONCURRENTLY IF EXISTS submissions_supported;
CREATE INDEX CONCURRENTLY submissions_supported ON submissions (id)
  WHERE approved AND status = 'proposed' AND participant_count > 0 AND score > 0;
