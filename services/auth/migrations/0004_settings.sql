-- Of two names that differ in capitals alone, one is enough.
CREATE UNIQUE INDEX users_username_folded ON users (lower(username));

-- Grows when its owner signs other browsers out: what they keep of the account is then of the past.
ALTER TABLE users ADD COLUMN device_epoch integer NOT NULL DEFAULT 0;

-- The id is for its owner to name it by. Device and country are words of ours, never what a browser sent.
ALTER TABLE sessions
  ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE,
  ADD COLUMN device text NOT NULL DEFAULT 'Unknown browser',
  ADD COLUMN country text;

-- What the code of a flow is good for, and nothing else.
ALTER TABLE flows ADD COLUMN purpose text NOT NULL DEFAULT 'sign-in'
  CHECK (purpose IN ('sign-in', 'deletion'));

-- Mails that tell of a sign-in with a browser that the account did not know; gone once sent.
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

ALTER TABLE dev_mails ALTER COLUMN link DROP NOT NULL, ALTER COLUMN code DROP NOT NULL;

-- Names that somebody gave up, under a keyed hash, so that nobody else can pass for them at once.
CREATE TABLE released_names (
  name_key text PRIMARY KEY,
  -- Whose it was, and who alone may have it back.
  user_id uuid NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX released_names_expires_at ON released_names (expires_at);

-- Who has deleted their account, by a number that leads to nobody any more: the other services are told
-- again and again, so that none that was away for long keeps anything.
CREATE TABLE departures (
  user_id uuid PRIMARY KEY,
  left_at timestamptz NOT NULL DEFAULT now(),
  tell_again_at timestamptz NOT NULL
);

-- Mailboxes whose account was suspended when it was deleted, under a keyed hash, until one who signs in
-- with it again is reinstated.
CREATE TABLE suspended_mailboxes (
  mailbox_key text PRIMARY KEY,
  suspended_at timestamptz NOT NULL
);
