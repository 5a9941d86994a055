ALTER TABLE users
  -- Whether decisions need a confirmation with a passkey: from the first passkey on, until its owner removes the last
  -- one. A reset leaves it set.
  ADD COLUMN passkey_needed boolean NOT NULL DEFAULT false,
  -- Until when the first passkey may be added where decisions need one already.
  ADD COLUMN first_passkey_until timestamptz;

-- Until when decisions are accepted in this session without another confirmation.
ALTER TABLE sessions ADD COLUMN confirmed_until timestamptz;

CREATE TABLE passkeys (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Base64url, as browsers send it.
  credential_id text NOT NULL CONSTRAINT passkeys_credential_unique UNIQUE,
  public_key bytea NOT NULL,
  -- Increases with every use; 0 forever for passkeys that are synchronised between devices.
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX passkeys_of_user ON passkeys (user_id);

-- Challenges of ceremonies that have begun: at most one of each kind in a session. Each is deleted when it is used.
CREATE TABLE passkey_challenges (
  session_hash text NOT NULL REFERENCES sessions ON DELETE CASCADE,
  ceremony text NOT NULL CHECK (ceremony IN ('add', 'confirm')),
  challenge_hash text NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (session_hash, ceremony)
);
CREATE INDEX passkey_challenges_expires_at ON passkey_challenges (expires_at);
