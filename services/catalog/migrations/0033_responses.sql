-- When the website of a business was set. Unknown times count as those of this migration.
ALTER TABLE businesses ADD COLUMN website_since timestamptz(3) NOT NULL DEFAULT now();

CREATE FUNCTION note_website() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.website_since := now();
  RETURN NEW;
END $$;
CREATE TRIGGER website_changed BEFORE UPDATE OF website ON businesses
  FOR EACH ROW WHEN (NEW.website IS DISTINCT FROM OLD.website) EXECUTE FUNCTION note_website();

-- Members who have proved to speak for a business, as moderation publishes it.
CREATE TABLE representatives (
  business_id text COLLATE "C" NOT NULL,
  user_id uuid NOT NULL,
  -- The website that they have proved.
  domain text NOT NULL,
  -- False if it has ended; kept, so that a late event of an earlier version changes nothing.
  verified boolean NOT NULL,
  version bigint NOT NULL,
  PRIMARY KEY (business_id, user_id)
);
CREATE INDEX representatives_of_user ON representatives (user_id);

-- Those who may speak now: nobody for a merged business or another website than the proved one, and nobody suspended.
CREATE VIEW speakers AS
SELECT business_id, user_id, domain
FROM representatives
JOIN businesses ON businesses.id = business_id AND website = domain AND merged_into IS NULL
LEFT JOIN authors ON authors.id = user_id
WHERE verified AND NOT coalesce(suspended, false);

-- When a submission became active for the first time, and its business was requested to respond.
CREATE TABLE response_requests (
  submission_id text COLLATE "C" PRIMARY KEY REFERENCES submissions (id) ON DELETE CASCADE,
  requested_at timestamptz(3) NOT NULL
);

CREATE TABLE responses (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  submission_id text COLLATE "C" NOT NULL REFERENCES submissions (id) ON DELETE CASCADE,
  business_id text COLLATE "C" NOT NULL REFERENCES businesses (id),
  -- The domain that was proved when the current text was written.
  domain text NOT NULL,
  content text NOT NULL,
  sources text,
  -- Who wrote the current text. Not public. NULL after the account was deleted.
  author_id uuid,
  state text NOT NULL DEFAULT 'shown' CHECK (state IN ('shown', 'removed')),
  -- The reason of a removal.
  reason_code text,
  -- Open flags only.
  flag_count integer NOT NULL DEFAULT 0 CHECK (flag_count >= 0),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  edited_at timestamptz(3),
  version bigint NOT NULL DEFAULT 1,
  -- The version of the latest change of the text or the state, and of the latest decision.
  text_version bigint NOT NULL DEFAULT 1,
  decided_version bigint NOT NULL DEFAULT 0,
  CONSTRAINT one_response UNIQUE (submission_id, business_id)
);
CREATE INDEX responses_of_business ON responses (business_id, created_at DESC, id);
CREATE INDEX responses_newest ON responses (created_at DESC, id);
CREATE INDEX responses_flagged ON responses (flag_count DESC, created_at, id)
  WHERE flag_count > 0 AND state = 'shown';
CREATE INDEX responses_removed ON responses (created_at DESC, id) WHERE state = 'removed';
CREATE INDEX responses_by_author ON responses (author_id) WHERE author_id IS NOT NULL;

-- Former texts of responses, counted from 1.
CREATE TABLE response_versions (
  response_id uuid NOT NULL REFERENCES responses (id) ON DELETE CASCADE,
  number integer NOT NULL,
  content text NOT NULL,
  sources text,
  domain text NOT NULL,
  author_id uuid,
  written_at timestamptz(3) NOT NULL,
  PRIMARY KEY (response_id, number)
);
CREATE INDEX response_versions_by_author ON response_versions (author_id)
  WHERE author_id IS NOT NULL;

CREATE TABLE response_flags (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  user_id uuid NOT NULL,
  response_id uuid NOT NULL REFERENCES responses (id) ON DELETE CASCADE,
  reason_code text,
  reason text NOT NULL,
  -- The text of the response when it was flagged.
  flagged_text text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz,
  -- The decision that closed it.
  closed_by uuid,
  CONSTRAINT one_flag_per_user_and_response UNIQUE (response_id, user_id),
  CHECK ((closed_at IS NULL) = (closed_by IS NULL))
);
CREATE INDEX response_flags_by_user ON response_flags (user_id);

-- Results of decisions about responses. A repeated call returns the same response.
CREATE TABLE applied_response_decisions (
  decision_id uuid PRIMARY KEY,
  response_id uuid NOT NULL,
  submission_id text COLLATE "C" NOT NULL,
  category text,
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
);
