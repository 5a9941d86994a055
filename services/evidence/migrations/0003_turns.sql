-- The request that has the turn of the host; null if none has. While it runs, next_request_at is the end of its lease,
-- so that a crash blocks the host for seconds only.
ALTER TABLE hosts ADD COLUMN holder uuid;
