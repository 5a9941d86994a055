-- Results of moderation decisions about submissions. A repeated call returns the same response.
CREATE TABLE applied_decisions (
  decision_id uuid PRIMARY KEY,
  submission_id text COLLATE "C" NOT NULL,
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now(),
  -- The number of votes that it released or voided.
  vote_count integer
);

-- Decisions to void the votes of a suspended account.
CREATE TABLE voided_accounts (
  decision_id uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  -- NULL until all votes are voided. The decision is completed even if the suspension ends.
  vote_count integer,
  applied_at timestamptz NOT NULL DEFAULT now()
);
