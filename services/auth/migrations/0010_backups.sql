-- When backups were made, noted by whoever makes them and read by what watches the site.
CREATE TABLE backups (made_at timestamptz PRIMARY KEY DEFAULT now());
REVOKE INSERT, UPDATE, DELETE ON backups FROM auth;
