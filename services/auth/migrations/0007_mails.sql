-- Mails to members that another service requests. The content is deleted once the mail is sent or dropped. The key
-- stays for 30 days, so that a repeated request sends no second mail.
CREATE TABLE requested_mails (
  -- Also the Message-ID of the mail, so that it is the same at every attempt.
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  key text NOT NULL CONSTRAINT requested_mails_key_unique UNIQUE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Mails about one notice are sent before digests.
  is_digest boolean NOT NULL,
  -- NULL: sent or dropped.
  content jsonb,
  attempts integer NOT NULL DEFAULT 0,
  not_before timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX requested_mails_due ON requested_mails (is_digest, not_before) WHERE content IS NOT NULL;
CREATE INDEX requested_mails_waiting ON requested_mails (created_at) WHERE content IS NOT NULL;
CREATE INDEX requested_mails_created_at ON requested_mails (created_at);
CREATE INDEX requested_mails_of_user ON requested_mails (user_id);

-- Mailboxes that refused a mail permanently. They get sign-in mails only, until their owner signs in by mail.
CREATE TABLE mail_refusals (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- NULL: it accepts mails again.
  refused_at timestamptz,
  -- The version of the event auth.mailbox-refused.
  version integer NOT NULL DEFAULT 1
);

-- A mail with an id is stored in the built-in mailbox once.
ALTER TABLE dev_mails ADD COLUMN message_id text UNIQUE;
