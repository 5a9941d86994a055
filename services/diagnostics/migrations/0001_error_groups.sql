-- Errors that people met, grouped by the fingerprint of their normalised stack; nothing personal.
CREATE TABLE error_groups (
  fingerprint bytea PRIMARY KEY,
  error_type text NOT NULL,
  example jsonb NOT NULL,
  first_seen_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE error_counts (
  fingerprint bytea NOT NULL REFERENCES error_groups (fingerprint) ON DELETE CASCADE,
  hour timestamptz NOT NULL,
  reports integer NOT NULL,
  PRIMARY KEY (fingerprint, hour)
);
