-- Changes to businesses that members have suggested.
CREATE TABLE suggestions (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  business_id text COLLATE "C" NOT NULL REFERENCES businesses (id),
  author_id uuid NOT NULL REFERENCES authors (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('name', 'alias', 'website', 'country', 'parent', 'merge')),
  -- A name, a registrable domain, a country code or the id of another business.
  value text NOT NULL,
  -- Equal for values that mean the same: the match key of a name, else the value.
  value_key text NOT NULL,
  reason text NOT NULL,
  source text,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'accepted', 'declined')),
  -- The administrator's note for the author.
  note text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  decided_at timestamptz(3),
  CHECK ((state = 'open') = (decided_at IS NULL))
);
CREATE UNIQUE INDEX one_open_suggestion ON suggestions (business_id, kind, value_key)
  WHERE state = 'open';
CREATE INDEX suggestions_open ON suggestions (created_at, id) WHERE state = 'open';
CREATE INDEX suggestions_decided ON suggestions (decided_at DESC, id) WHERE state <> 'open';
CREATE INDEX suggestions_by_author ON suggestions (author_id, created_at DESC, id);

-- Results of moderation decisions about businesses. A repeated call returns the same response.
CREATE TABLE applied_business_decisions (
  decision_id uuid PRIMARY KEY,
  business_id text COLLATE "C" NOT NULL,
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
);
