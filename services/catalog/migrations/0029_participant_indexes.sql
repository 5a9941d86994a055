-- Outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS businesses_participated;
CREATE INDEX CONCURRENTLY businesses_participated
  ON businesses (participant_count DESC, sort_name, id) WHERE listed;
DROP INDEX CONCURRENTLY IF EXISTS businesses_kind_participated;
CREATE INDEX CONCURRENTLY businesses_kind_participated
  ON businesses (kind, participant_count DESC, sort_name, id) WHERE listed;
DROP INDEX CONCURRENTLY IF EXISTS businesses_country_participated;
CREATE INDEX CONCURRENTLY businesses_country_participated
  ON businesses (country, participant_count DESC, sort_name, id) WHERE listed;
