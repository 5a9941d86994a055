-- The session id itself is stored only in the browser's cookie.
CREATE TABLE sessions (
  hash text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  -- The public id, by which the user ends a session.
  id uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE,
  -- Device and country are fixed texts of the service, never text that a browser sent.
  device text NOT NULL DEFAULT 'Unknown browser',
  country text
);
CREATE INDEX sessions_user_id ON sessions (user_id);

-- Mails about a sign-in from a new browser. Deleted once sent.
CREATE TABLE notices (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  device text NOT NULL,
  country text,
  attempts integer NOT NULL DEFAULT 0,
  not_before timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX notices_not_before ON notices (not_before);
