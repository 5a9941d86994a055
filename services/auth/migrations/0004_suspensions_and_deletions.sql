-- Responses to moderation decisions about accounts. A repeated call returns the same response.
CREATE TABLE applied_decisions (
  decision_id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  response jsonb NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
);

-- Suspended mailboxes, as keyed hashes. A suspension covers accounts that are created later.
CREATE TABLE suspended_mailboxes (
  mailbox_key text PRIMARY KEY,
  suspended_at timestamptz NOT NULL
);

-- Deleted accounts. The event auth.user-left is repeated, so that a service that was unavailable for long
-- erases its data too.
CREATE TABLE deleted_accounts (
  user_id uuid PRIMARY KEY,
  deleted_at timestamptz NOT NULL DEFAULT now(),
  republish_at timestamptz NOT NULL
);
