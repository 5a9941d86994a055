-- Outside a transaction, because the index is built while decisions are written.
CREATE INDEX CONCURRENTLY decisions_by_into ON decisions (into_id, created_at) WHERE into_id IS NOT NULL;
