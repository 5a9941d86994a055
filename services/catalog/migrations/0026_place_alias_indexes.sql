-- Outside a transaction
-- The previous version uses place_names_well_known and the primary key, so a later version can drop the former.
DROP INDEX CONCURRENTLY IF EXISTS place_names_beginnings;
CREATE INDEX CONCURRENTLY place_names_beginnings ON place_names (name)
  INCLUDE (place_id, weight, is_alias);
DROP INDEX CONCURRENTLY IF EXISTS place_names_best_known;
CREATE INDEX CONCURRENTLY place_names_best_known ON place_names (name)
  INCLUDE (place_id, weight, is_alias) WHERE weight >= 100000;
