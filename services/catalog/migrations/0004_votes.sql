-- Found by account and submission only, so that a vote writes one index entry: `id` has no index.
CREATE TABLE votes (
  id uuid NOT NULL DEFAULT uuidv7(),
  user_id uuid NOT NULL,
  submission_id text COLLATE "C" NOT NULL REFERENCES submissions (id) ON DELETE CASCADE,
  value smallint NOT NULL CHECK (value IN (1, -1)),
  -- When the current value was cast.
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, submission_id)
);

-- The mailbox of each account. Accounts of one mailbox share one voting right.
CREATE TABLE voters (
  user_id uuid PRIMARY KEY,
  voter_id uuid NOT NULL
);
CREATE INDEX voters_of_mailbox ON voters (voter_id);

-- A held vote is shown to its voter as cast, but does not count. A voided vote stays void if it is withdrawn
-- and cast again, also by another account of the mailbox.
CREATE TABLE holds (
  submission_id text COLLATE "C" NOT NULL REFERENCES submissions (id) ON DELETE CASCADE,
  user_id uuid NOT NULL,
  rule text NOT NULL
    CHECK (rule IN ('mailbox', 'first-day', 'down-votes', 'network', 'newborn', 'suspended')),
  -- Not now(): each group of votes on a submission is then later than the group before it.
  held_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The decision that voided the vote. NULL: the vote waits for a decision.
  voided_by uuid,
  PRIMARY KEY (submission_id, user_id)
);
CREATE INDEX holds_of_user ON holds (user_id);

-- Held votes and bursts by submission. No row: no unusual activity.
CREATE TABLE unusual_activity (
  submission_id text COLLATE "C" PRIMARY KEY REFERENCES submissions (id) ON DELETE CASCADE,
  -- The exact number of votes that wait for a decision. Not checked to be positive, because an upsert
  -- proposes rows with negative numbers.
  held integer NOT NULL DEFAULT 0,
  -- Of these, the votes held by the rule 'newborn'.
  crowd integer NOT NULL DEFAULT 0,
  -- Counted votes beyond the usual number per hour of one network.
  burst integer NOT NULL DEFAULT 0,
  burst_since timestamptz,
  latest_at timestamptz NOT NULL DEFAULT now(),
  -- Whether everyone sees it. Only a crowd of new accounts counts, because one person can cause every other
  -- hold with aliases or from one network. Not at the first held vote, because its voter would learn that it
  -- is held.
  shows boolean NOT NULL GENERATED ALWAYS AS (crowd >= 5 AND held >= 5) STORED
);
-- Open activity for administrators, latest first.
CREATE INDEX unusual_activity_open ON unusual_activity (latest_at DESC, submission_id)
  WHERE held > 0 OR burst > 0;

-- The first new voters of a day per network. The key is a keyed hash of the network's address and the day.
CREATE TABLE newcomers (
  network text PRIMARY KEY,
  voter_ids uuid[] NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now()
);

-- The newborn accounts whose votes on a submission count, in the hour that begins at `since`.
CREATE TABLE newborn_voters (
  submission_id text COLLATE "C" PRIMARY KEY REFERENCES submissions (id) ON DELETE CASCADE,
  since timestamptz NOT NULL,
  voter_ids uuid[] NOT NULL
);
