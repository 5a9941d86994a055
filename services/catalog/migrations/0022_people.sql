-- When the account was created; NULL until an event or a write of the account has told it.
ALTER TABLE authors ADD COLUMN joined_at timestamptz(3);

-- The members that a member has muted.
CREATE TABLE mutes (
  user_id uuid NOT NULL REFERENCES authors (id) ON DELETE CASCADE,
  muted_id uuid NOT NULL REFERENCES authors (id) ON DELETE CASCADE,
  muted_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, muted_id)
);
CREATE INDEX mutes_of_muted ON mutes (muted_id);

-- The versions of events about mutes. Changes by one member are made one after the other.
CREATE SEQUENCE mute_versions;
