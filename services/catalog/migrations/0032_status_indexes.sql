-- Outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS submission_facets_status;
CREATE INDEX CONCURRENTLY submission_facets_status
  ON submission_facets (status, created_at DESC, submission_id) WHERE approved;
DROP INDEX CONCURRENTLY IF EXISTS impact_records_outcomes;
CREATE INDEX CONCURRENTLY impact_records_outcomes ON impact_records (outcome_at DESC, submission_id)
  WHERE public AND outcome IN ('met', 'partly-met');
-- A vote rewrites the index entries of its row, so this index has only proposals that some people support.
DROP INDEX CONCURRENTLY IF EXISTS submissions_supported;
CREATE INDEX CONCURRENTLY submissions_supported ON submissions (id)
  WHERE approved AND status = 'proposed' AND participant_count > 0 AND score > 0;
