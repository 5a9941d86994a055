-- A merge of two businesses, under the id of its decision, with what undoing it moves back.
CREATE TABLE business_merges (
  id uuid PRIMARY KEY,
  from_id text COLLATE "C" NOT NULL,
  into_id text COLLATE "C" NOT NULL,
  merged_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  submission_ids text[] NOT NULL,
  -- The match keys of its names.
  name_keys text[] NOT NULL,
  owned_ids text[] NOT NULL,
  -- The owners of the remaining business before and after: a business does not own itself through others.
  into_parent_before text COLLATE "C",
  into_parent_after text COLLATE "C",
  undone_at timestamptz(3)
);
CREATE INDEX business_merges_from ON business_merges (from_id, merged_at);
CREATE INDEX business_merges_into ON business_merges (into_id, merged_at);

-- Results of merge decisions. A repeated call returns the same response.
CREATE TABLE applied_business_merges (
  decision_id uuid PRIMARY KEY,
  from_id text COLLATE "C" NOT NULL,
  effect jsonb NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
);
