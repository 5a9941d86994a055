-- Outside a transaction, because the index is created without blocking writes.
-- Suggestions count the names with words that begin with a text.
CREATE INDEX CONCURRENTLY word_counts_names ON word_counts (word) INCLUDE (submission_names, businesses)
  WHERE submission_names > 0 OR businesses > 0;
