-- Names of authors, from service tokens and from auth.user-changed. The version is that of the last event;
-- NULL: the name is known from a service token only.
CREATE TABLE authors (
  id uuid PRIMARY KEY,
  username text NOT NULL,
  version bigint,
  suspended boolean NOT NULL DEFAULT false
);

CREATE TABLE submissions (
  id text COLLATE "C" PRIMARY KEY CHECK (id ~ '^[0-9A-Za-z]{8}$'),
  author_id uuid REFERENCES authors (id) ON DELETE SET NULL,
  target_name text NOT NULL,
  location text NOT NULL,
  category text,
  reasons text NOT NULL,
  sources text,
  embed_type text CHECK (embed_type IN ('youtube', 'tiktok', 'twitter')),
  embed_url text,
  score integer NOT NULL DEFAULT 0,
  super_boost integer NOT NULL DEFAULT 0,
  -- In public view. False once an administrator has removed it.
  approved boolean NOT NULL DEFAULT true,
  comment_count integer NOT NULL DEFAULT 0 CHECK (comment_count >= 0),
  -- Open flags only.
  flag_count integer NOT NULL DEFAULT 0 CHECK (flag_count >= 0),
  version bigint NOT NULL DEFAULT 1,
  -- The version after the last decision of an administrator.
  decided_version bigint NOT NULL DEFAULT 0,
  -- Milliseconds, the precision of responses.
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- The formula of hotRank in packages/contracts/src/ranking.ts.
  hot double precision NOT NULL GENERATED ALWAYS AS (
    sign((score + super_boost)::double precision)
      * log10(greatest(abs((score + super_boost)::double precision), 1))
      + extract(epoch FROM created_at AT TIME ZONE 'UTC')::double precision / 79200
  ) STORED,
  CHECK ((embed_type IS NULL) = (embed_url IS NULL))
) WITH (fillfactor = 80);

-- One index per order of the feed. It includes the version, so that a page needs no table lookups. The
-- columns of the expression must be included for an index-only scan.
CREATE INDEX submissions_hot ON submissions (hot DESC, id) INCLUDE (version) WHERE approved;
CREATE INDEX submissions_new ON submissions (created_at DESC, id) INCLUDE (version) WHERE approved;
CREATE INDEX submissions_top ON submissions ((score + super_boost) DESC, created_at DESC, id)
  INCLUDE (score, super_boost, version) WHERE approved;
CREATE INDEX submissions_by_author ON submissions (author_id);

-- Lists for administrators. A vote rewrites every index entry of its row, so these indexes contain few rows.
CREATE INDEX submissions_queue ON submissions (flag_count DESC, created_at, id)
  WHERE approved AND flag_count > 0;
CREATE INDEX submissions_removed ON submissions (created_at DESC, id) WHERE NOT approved;
CREATE INDEX submissions_boosted ON submissions (created_at DESC, id) WHERE super_boost <> 0;

-- Without these statistics, the planner cannot estimate the rank in the order "top" and scans the table.
CREATE STATISTICS submissions_strength ON (score + super_boost) FROM submissions;

-- Exact totals, updated in the transaction that changes the counted rows, and the display revision.
CREATE TABLE counters (
  name text PRIMARY KEY,
  value bigint NOT NULL CHECK (value >= 0)
);
INSERT INTO counters (name, value) VALUES ('public_submissions', 0);

-- Results of writes with an Idempotency-Key, for 24 hours.
CREATE TABLE idempotency_keys (
  author_id uuid NOT NULL,
  key uuid NOT NULL,
  fingerprint bytea NOT NULL,
  result_id text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (author_id, key)
);

-- Submissions and comments by new accounts of a mailbox in the day that begins at `since`. A counter, so
-- that it outlives the account.
CREATE TABLE first_day_writings (
  voter_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('submissions', 'comments')),
  since timestamptz NOT NULL DEFAULT now(),
  written integer NOT NULL,
  PRIMARY KEY (voter_id, kind)
);
