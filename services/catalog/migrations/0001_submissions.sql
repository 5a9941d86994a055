-- Names of those who write, as their passports and the auth service tell them. A version is that of the
-- last event; without one the name is known from a passport only.
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
  approved boolean NOT NULL DEFAULT true,
  comment_count integer NOT NULL DEFAULT 0 CHECK (comment_count >= 0),
  -- Open flags only; flagged means that there is one.
  flag_count integer NOT NULL DEFAULT 0 CHECK (flag_count >= 0),
  version bigint NOT NULL DEFAULT 1,
  -- The version that the last decision of a moderator made.
  decided_version bigint NOT NULL DEFAULT 0,
  -- Milliseconds, so that what an answer says is exactly what is stored.
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- The formula of hotRank in packages/contracts/src/ranking.ts.
  hot double precision NOT NULL GENERATED ALWAYS AS (
    sign((score + super_boost)::double precision)
      * log10(greatest(abs((score + super_boost)::double precision), 1))
      + extract(epoch FROM created_at AT TIME ZONE 'UTC')::double precision / 79200
  ) STORED,
  CHECK ((embed_type IS NULL) = (embed_url IS NULL))
) WITH (fillfactor = 80);

CREATE INDEX submissions_hot ON submissions (hot DESC, id) WHERE approved;
CREATE INDEX submissions_new ON submissions (created_at DESC, id) WHERE approved;
CREATE INDEX submissions_top ON submissions ((score + super_boost) DESC, created_at DESC, id)
  WHERE approved;
CREATE INDEX submissions_by_author ON submissions (author_id);

CREATE TABLE votes (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  user_id uuid NOT NULL,
  submission_id text COLLATE "C" NOT NULL REFERENCES submissions (id) ON DELETE CASCADE,
  value smallint NOT NULL CHECK (value IN (1, -1)),
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (user_id, submission_id)
);

CREATE TABLE flags (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  user_id uuid NOT NULL,
  submission_id text COLLATE "C" NOT NULL REFERENCES submissions (id) ON DELETE CASCADE,
  reason text NOT NULL,
  -- The text as it stood when it was flagged.
  flagged_text jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz,
  -- The decision that closed it.
  closed_by uuid,
  CONSTRAINT one_flag_per_user UNIQUE (submission_id, user_id),
  CHECK ((closed_at IS NULL) = (closed_by IS NULL))
);

CREATE TABLE comments (
  id uuid PRIMARY KEY,
  submission_id text COLLATE "C" NOT NULL REFERENCES submissions (id) ON DELETE CASCADE,
  author_id uuid NOT NULL REFERENCES authors (id) ON DELETE CASCADE,
  content text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX comments_newest ON comments (submission_id, created_at DESC, id DESC);
CREATE INDEX comments_by_author ON comments (author_id);

-- Exact totals, changed in the transaction that changes what they count.
CREATE TABLE counters (
  name text PRIMARY KEY,
  value bigint NOT NULL CHECK (value >= 0)
);

INSERT INTO counters (name, value) VALUES ('public_submissions', 0);

-- What a write under an Idempotency-Key made; good for 24 hours.
CREATE TABLE idempotency_keys (
  author_id uuid NOT NULL,
  key uuid NOT NULL,
  fingerprint bytea NOT NULL,
  result_id text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (author_id, key)
);

CREATE TABLE applied_decisions (
  decision_id uuid PRIMARY KEY,
  submission_id text COLLATE "C" NOT NULL,
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
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
