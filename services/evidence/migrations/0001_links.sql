-- The turns of hosts. All instances take a host from this table before they connect to it.
CREATE TABLE hosts (
  host text COLLATE "C" PRIMARY KEY,
  -- When the next request may be sent.
  next_request_at timestamptz NOT NULL DEFAULT now(),
  -- When the first of its links is due, or earlier.
  due_at timestamptz NOT NULL DEFAULT 'infinity'
);

CREATE INDEX hosts_turns ON hosts (greatest(next_request_at, due_at));

CREATE TABLE links (
  -- SHA-256 of the address in base64url, because an index entry could not hold a long address.
  key text COLLATE "C" PRIMARY KEY,
  address text NOT NULL,
  host text COLLATE "C" NOT NULL,
  -- When the next check is due; the end of the lease while an instance checks it.
  due_at timestamptz NOT NULL DEFAULT now(),
  -- Checks in a row that did not reach the website.
  failures smallint NOT NULL DEFAULT 0,
  state text,
  title text,
  -- SHA-256 of the text at the first check that read it.
  text_hash text,
  checked_at timestamptz(3),
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX links_due ON links (host, due_at);

-- The submissions that contain a link.
CREATE TABLE submission_links (
  submission_id text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL REFERENCES links (key) ON DELETE CASCADE,
  PRIMARY KEY (submission_id, key)
);

CREATE INDEX submission_links_key ON submission_links (key);

CREATE TABLE submission_versions (
  submission_id text COLLATE "C" PRIMARY KEY,
  version bigint NOT NULL
);

-- The relevant groups of robots.txt, by origin. Null if the website could not be asked.
CREATE TABLE robots (
  origin text COLLATE "C" PRIMARY KEY,
  rules text,
  expires_at timestamptz NOT NULL
);

-- When a website last responded to any instance. Without a way out of the site, checks say nothing about a link.
CREATE TABLE ways_out (
  name text PRIMARY KEY,
  seen_at timestamptz NOT NULL
);

-- The proofs of claims to represent a business that were found, and are checked daily.
CREATE TABLE proofs (
  claim_id uuid PRIMARY KEY,
  method text NOT NULL CHECK (method IN ('dns', 'file')),
  domain text NOT NULL,
  token text NOT NULL,
  proved boolean NOT NULL DEFAULT true,
  -- Checks in a row that did not find it.
  misses smallint NOT NULL DEFAULT 0,
  found_at timestamptz NOT NULL DEFAULT now(),
  due_at timestamptz NOT NULL
);

CREATE INDEX proofs_due ON proofs (due_at);
