-- The subject of a decision that no other column holds: its kind, for example 'response', and its id.
ALTER TABLE decisions ADD COLUMN subject_kind text;
ALTER TABLE decisions ADD COLUMN subject_id text COLLATE "C";
ALTER TABLE decisions DROP CONSTRAINT IF EXISTS decisions_one_subject_of_all;
ALTER TABLE decisions ADD CONSTRAINT decisions_one_subject_of_any CHECK (
  num_nonnulls(submission_id, account_id, suggestion_id, business_id, comment_id, subject_id) = 1
  AND (subject_kind IS NULL) = (subject_id IS NULL)
) NOT VALID;

-- Claims of members to speak for a business, proved by its website.
CREATE TABLE claims (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  business_id text COLLATE "C" NOT NULL,
  user_id uuid NOT NULL,
  -- The website of the business at the time of the claim.
  domain text NOT NULL,
  method text NOT NULL CHECK (method IN ('dns', 'file', 'mail')),
  -- The random part of the text that the member publishes.
  token text NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'review', 'verified', 'ended')),
  end_reason text,
  -- The latest check of the proof, and since when it has been missing after it was found.
  checked_at timestamptz(3),
  check_state text CHECK (check_state IN ('found', 'not-found', 'unreachable')),
  missing_since timestamptz(3),
  -- When the check in progress began.
  checking_since timestamptz(3),
  -- The version of the latest event about the proof.
  proof_version bigint NOT NULL DEFAULT 0,
  -- When its business was last read, to notice a merge or another website.
  audited_at timestamptz(3),
  proved_at timestamptz(3),
  ended_at timestamptz(3),
  -- Whether the evidence service still checks the proof of an ended claim.
  is_watched boolean NOT NULL DEFAULT false,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK ((state = 'ended') = (end_reason IS NOT NULL)),
  CHECK ((state = 'ended') = (ended_at IS NOT NULL))
);
-- A member has at most one claim for a business that has not ended.
CREATE UNIQUE INDEX one_current_claim ON claims (business_id, user_id) WHERE state <> 'ended';
CREATE INDEX claims_of_user ON claims (user_id, created_at DESC);
CREATE INDEX claims_in_review ON claims (created_at) WHERE state = 'review';
CREATE INDEX claims_verified ON claims (proved_at) WHERE state = 'verified';
CREATE INDEX claims_to_audit ON claims (audited_at NULLS FIRST) WHERE state IN ('review', 'verified');
CREATE INDEX claims_open ON claims (created_at) WHERE state = 'open';
CREATE INDEX claims_watched ON claims (ended_at) WHERE state = 'ended' AND is_watched;

-- Whether a member speaks for a business, as published. The version orders the events.
CREATE TABLE representations (
  business_id text COLLATE "C" NOT NULL,
  user_id uuid NOT NULL,
  domain text NOT NULL,
  verified boolean NOT NULL,
  version bigint NOT NULL,
  PRIMARY KEY (business_id, user_id)
);
CREATE INDEX representations_of_user ON representations (user_id);

-- Results of decisions about claims. A repeated call returns the same response.
CREATE TABLE applied_claim_decisions (
  decision_id uuid PRIMARY KEY,
  claim_id uuid NOT NULL,
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
);
