CREATE TABLE users (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email text NOT NULL CONSTRAINT users_email_unique UNIQUE,
  username text NOT NULL CONSTRAINT users_username_unique UNIQUE,
  is_admin boolean NOT NULL DEFAULT false,
  suspended_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- The id itself is only in the browser's cookie.
CREATE TABLE sessions (
  hash text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sessions_user_id ON sessions (user_id);

-- One request for a sign-in mail. Link and code are absent until the mail is made.
CREATE TABLE flows (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email text NOT NULL,
  cookie_hash text NOT NULL UNIQUE,
  link_hash text UNIQUE,
  code_mac text,
  tries integer NOT NULL DEFAULT 0,
  redeemed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX flows_email ON flows (email, created_at DESC);
CREATE INDEX flows_expires_at ON flows (expires_at);

CREATE TABLE mail_outbox (
  flow_id uuid PRIMARY KEY REFERENCES flows ON DELETE CASCADE,
  attempts integer NOT NULL DEFAULT 0,
  not_before timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX mail_outbox_not_before ON mail_outbox (not_before);

-- Keys are keyed hashes: neither address nor network can be read from them.
CREATE TABLE budgets (
  key text PRIMARY KEY,
  hits timestamptz[] NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX budgets_expires_at ON budgets (expires_at);

-- The built-in mailbox of a development site; empty wherever SMTP_URL is set.
CREATE TABLE dev_mails (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  recipient text NOT NULL,
  subject text NOT NULL,
  link text NOT NULL,
  code text NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE outbox (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  subject text NOT NULL,
  payload jsonb NOT NULL,
  request_id text,
  attempts integer NOT NULL DEFAULT 0,
  not_before timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now()
);
