-- All applied decisions, permanently. The payload is json, not jsonb, because the hash covers its exact text.
--   payload_hash = SHA-256(payload)
--   row_hash = SHA-256(previous_hash || position as 8 bytes, big-endian || payload_hash)
-- The previous hash of the first row is 32 zero bytes. The payload contains only the salted hash of a note, so
-- that a note can be redacted without breaking the chain.
CREATE TABLE decision_log (
  position bigint PRIMARY KEY,
  decision_id uuid NOT NULL UNIQUE REFERENCES decisions (id),
  payload json NOT NULL,
  payload_hash bytea NOT NULL,
  previous_hash bytea NOT NULL,
  row_hash bytea NOT NULL,
  logged_at timestamptz(3) NOT NULL DEFAULT now()
);

REVOKE UPDATE, DELETE, TRUNCATE ON decision_log FROM moderation;
