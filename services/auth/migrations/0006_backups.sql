-- When backups were made. The backup command writes it; the service reads it for a metric.
CREATE TABLE backups (made_at timestamptz PRIMARY KEY DEFAULT now());
REVOKE INSERT, UPDATE, DELETE ON backups FROM auth;
