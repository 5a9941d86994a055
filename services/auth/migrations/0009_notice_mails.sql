-- Mailboxes of people who notify the site of unlawful content. Only the notice's id links them to the notice.
CREATE TABLE notice_mailboxes (
  notice_id uuid PRIMARY KEY,
  email text NOT NULL,
  confirmed_at timestamptz,
  -- The kinds of mails queued so far: each is queued once.
  mailed text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Six months after the outcome; two years after a notice or an objection that gets none.
  delete_after timestamptz NOT NULL DEFAULT now() + interval '2 years'
);
CREATE INDEX notice_mailboxes_delete_after ON notice_mailboxes (delete_after);

-- Links in the mails. Every attempt to send a mail creates one.
CREATE TABLE notice_links (
  hash text PRIMARY KEY,
  notice_id uuid NOT NULL REFERENCES notice_mailboxes ON DELETE CASCADE
);
CREATE INDEX notice_links_of_notice ON notice_links (notice_id);

-- Mails to be sent. A row is deleted once its mail is sent.
CREATE TABLE notice_mails (
  -- Also the Message-ID of the mail, so that it is the same at every attempt.
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  notice_id uuid NOT NULL REFERENCES notice_mailboxes ON DELETE CASCADE,
  content jsonb NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  not_before timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX notice_mails_not_before ON notice_mails (not_before);
CREATE INDEX notice_mails_of_notice ON notice_mails (notice_id);
