-- Reported errors, grouped by what their reports have in common. Contains no personal data.
CREATE TABLE error_groups (
  fingerprint bytea PRIMARY KEY CHECK (octet_length(fingerprint) = 32),
  -- The id of the rule whose advice was shown first.
  rule text,
  release text,
  example jsonb NOT NULL,
  reports bigint NOT NULL CHECK (reports > 0),
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL
);

CREATE INDEX error_groups_recent ON error_groups (last_seen_at DESC, fingerprint);
CREATE INDEX error_groups_frequent ON error_groups (reports DESC, last_seen_at DESC, fingerprint);

CREATE TABLE error_counts (
  fingerprint bytea NOT NULL REFERENCES error_groups (fingerprint) ON DELETE CASCADE,
  hour timestamptz NOT NULL,
  reports integer NOT NULL CHECK (reports > 0),
  PRIMARY KEY (fingerprint, hour)
);

CREATE INDEX error_counts_hour ON error_counts (hour);
