-- Of votes on one submission, which are written one group after the other, each group's are held later than
-- those before; the moment at which a transaction began would not be.
ALTER TABLE holds ALTER COLUMN held_at SET DEFAULT clock_timestamp();

-- The list of what waits, latest first.
CREATE INDEX unusual_activity_open ON unusual_activity (latest_at DESC, submission_id)
  WHERE held > 0 OR burst > 0;
