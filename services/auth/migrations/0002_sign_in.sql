-- One request for a mail with a code. The link and the code are NULL until the mail is written.
CREATE TABLE flows (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email text NOT NULL,
  cookie_hash text NOT NULL UNIQUE,
  link_hash text UNIQUE,
  code_mac text,
  tries integer NOT NULL DEFAULT 0,
  redeemed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- A code is valid for this purpose only.
  purpose text NOT NULL DEFAULT 'sign-in' CHECK (purpose IN ('sign-in', 'deletion'))
);
CREATE INDEX flows_email ON flows (email, created_at DESC);
CREATE INDEX flows_expires_at ON flows (expires_at);

CREATE TABLE mail_outbox (
  flow_id uuid PRIMARY KEY REFERENCES flows ON DELETE CASCADE,
  attempts integer NOT NULL DEFAULT 0,
  not_before timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX mail_outbox_not_before ON mail_outbox (not_before);

-- Recent attempts by mailbox, network or browser. Keys are keyed hashes.
CREATE TABLE budgets (
  key text PRIMARY KEY,
  hits timestamptz[] NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX budgets_expires_at ON budgets (expires_at);

-- The built-in mailbox of a development site. Empty if SMTP_URL is set.
CREATE TABLE dev_mails (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  recipient text NOT NULL,
  subject text NOT NULL,
  link text,
  code text,
  body text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
