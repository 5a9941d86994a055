-- Lists by status, totals by status, and the figures of the impact page.

ALTER TABLE submission_versions ADD COLUMN demand text;

-- A demand is found as the reasons are.
CREATE OR REPLACE FUNCTION store_submission_words(ids text[]) RETURNS void
LANGUAGE sql VOLATILE SET search_path FROM CURRENT SET enable_seqscan = off
BEGIN ATOMIC
  INSERT INTO submission_search AS known (submission_id, business_id, words, name)
  SELECT id, business_id,
    search_vector(target_name, 'A', true) || search_vector(other_names, 'B', true)
      || search_vector(concat_ws(' · ', location, places.label, countries.name, owner_names), 'C', true)
      || search_vector(concat_ws(' · ', reasons, demand, sources, id), 'D', false),
    search_fold(target_name)
  FROM submissions
  LEFT JOIN LATERAL (SELECT label FROM places WHERE places.id = submissions.place_id) AS places ON true
  LEFT JOIN LATERAL (SELECT name FROM places WHERE places.id = submissions.country) AS countries ON true
  LEFT JOIN LATERAL (
    SELECT string_agg(name, ' · ') FILTER (WHERE depth = 0 AND name <> target_name),
      string_agg(name, ' · ') FILTER (WHERE depth > 0)
    FROM search_owners(submissions.business_id) AS owners
    JOIN business_names ON business_names.business_id = owners.id
  ) AS businesses (other_names, owner_names) ON true
  WHERE submissions.id = ANY (ids)
  ORDER BY id
  ON CONFLICT (submission_id) DO UPDATE
    SET business_id = excluded.business_id, words = excluded.words, name = excluded.name
    WHERE (known.business_id, known.words) IS DISTINCT FROM (excluded.business_id, excluded.words);
END;
CREATE TRIGGER store_words_of_demand AFTER UPDATE OF demand ON submissions
  FOR EACH ROW WHEN (NEW.demand IS DISTINCT FROM OLD.demand) EXECUTE FUNCTION store_changed_words();

ALTER TABLE submission_facets ADD COLUMN status text NOT NULL DEFAULT 'proposed';

-- The same numbers as in public_counts, by status. All existing submissions are proposed.
CREATE TABLE status_counts (
  status text NOT NULL,
  category text NOT NULL,
  country text COLLATE "C" NOT NULL,
  day date NOT NULL,
  -- Not checked to be positive: an upsert proposes rows with negative numbers.
  count bigint NOT NULL,
  PRIMARY KEY (status, category, country, day)
);
-- The change of submission_facets above locks it, so that no other transaction changes the counts now.
INSERT INTO status_counts SELECT 'proposed', category, country, day, count FROM public_counts;

CREATE OR REPLACE FUNCTION count_facets() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  facets text := CASE TG_OP
    WHEN 'INSERT' THEN 'SELECT *, 1 AS change FROM added'
    WHEN 'DELETE' THEN 'SELECT *, -1 AS change FROM removed'
    ELSE 'SELECT *, 1 AS change FROM added UNION ALL SELECT *, -1 FROM removed'
  END;
  -- A submission counts for its category and its country, for both, and for its day with at most one of them.
  counted text := format(
    $counted$
      (%s) AS facets
      CROSS JOIN LATERAL (SELECT '' UNION SELECT coalesce(category, '')) AS categories (in_category)
      CROSS JOIN LATERAL (SELECT '' UNION SELECT coalesce(country, '')) AS countries (in_country)
      CROSS JOIN LATERAL (
        VALUES (date '-infinity'), ((created_at AT TIME ZONE 'UTC')::date)
      ) AS days (on_day)
      WHERE approved AND (in_category = '' OR in_country = '' OR on_day = '-infinity')
    $counted$, facets);
BEGIN
  -- Counts are locked in one order, so that concurrent writers cannot deadlock.
  EXECUTE format(
    $count$
      INSERT INTO public_counts AS counts (category, country, day, count)
      SELECT in_category, in_country, on_day, sum(change) FROM %s
      GROUP BY in_category, in_country, on_day HAVING sum(change) <> 0
      ORDER BY in_category, in_country, on_day
      ON CONFLICT (category, country, day) DO UPDATE SET count = counts.count + excluded.count
    $count$, counted);
  EXECUTE format(
    $count$
      INSERT INTO status_counts AS counts (status, category, country, day, count)
      SELECT status, in_category, in_country, on_day, sum(change) FROM %s
      GROUP BY status, in_category, in_country, on_day HAVING sum(change) <> 0
      ORDER BY status, in_category, in_country, on_day
      ON CONFLICT (status, category, country, day) DO UPDATE SET count = counts.count + excluded.count
    $count$, counted);
  RETURN NULL;
END $$;

-- The submissions that have become active, have got a response or have an outcome.
CREATE TABLE impact_records (
  submission_id text COLLATE "C" PRIMARY KEY REFERENCES submissions (id) ON DELETE CASCADE,
  public boolean NOT NULL,
  -- When it became active, or got a response before.
  asked_at timestamptz(3),
  -- The first official response.
  responded_at timestamptz(3),
  outcome text CHECK (outcome IN ('met', 'partly-met', 'ended')),
  outcome_at timestamptz(3),
  CHECK ((outcome IS NULL) = (outcome_at IS NULL)),
  CHECK (responded_at IS NULL OR asked_at <= responded_at)
);

-- Public records by month in UTC and by what happened.
CREATE TABLE impact_months (
  kind text NOT NULL CHECK (kind IN ('active', 'responded', 'met', 'partly-met', 'ended')),
  month date NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (kind, month)
);

-- Public records with a response by the number of days until it. The median is read from these few rows.
CREATE TABLE response_days (
  days integer PRIMARY KEY,
  count bigint NOT NULL
);

CREATE FUNCTION count_impact() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO impact_months AS counts (kind, month, count)
  SELECT kind, date_trunc('month', at AT TIME ZONE 'UTC')::date AS month, sum(change) FROM (
    SELECT OLD.public AS public, -1 AS change, OLD.asked_at AS asked_at, OLD.responded_at AS responded_at,
      OLD.outcome AS outcome, OLD.outcome_at AS outcome_at
    UNION ALL
    SELECT NEW.public, 1, NEW.asked_at, NEW.responded_at, NEW.outcome, NEW.outcome_at
  ) AS records
  CROSS JOIN LATERAL (
    VALUES ('active', asked_at), ('responded', responded_at), (outcome, outcome_at)
  ) AS happened (kind, at)
  WHERE public AND at IS NOT NULL
  GROUP BY 1, 2 HAVING sum(change) <> 0 ORDER BY 1, 2
  ON CONFLICT (kind, month) DO UPDATE SET count = counts.count + excluded.count;

  INSERT INTO response_days AS counts (days, count)
  SELECT days, sum(change) FROM (
    SELECT OLD.public AS public, -1 AS change,
      (extract(epoch FROM OLD.responded_at - OLD.asked_at) / 86400)::integer AS days
    UNION ALL
    SELECT NEW.public, 1, (extract(epoch FROM NEW.responded_at - NEW.asked_at) / 86400)::integer
  ) AS records
  WHERE public AND days IS NOT NULL
  GROUP BY days HAVING sum(change) <> 0 ORDER BY days
  ON CONFLICT (days) DO UPDATE SET count = counts.count + excluded.count;
  RETURN NULL;
END $$;
CREATE TRIGGER count_impact AFTER INSERT OR UPDATE OR DELETE ON impact_records
  FOR EACH ROW EXECUTE FUNCTION count_impact();

CREATE OR REPLACE FUNCTION store_facets() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO submission_facets
    (submission_id, approved, category, country, business_id, created_at, status)
  SELECT id, approved, category, country, business_id, created_at, status FROM added;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION replace_facets() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO submission_facets
    (submission_id, approved, category, country, business_id, created_at, status)
  VALUES (NEW.id, NEW.approved, NEW.category, NEW.country, NEW.business_id, NEW.created_at, NEW.status)
  ON CONFLICT (submission_id) DO UPDATE SET
    approved = NEW.approved, category = NEW.category, country = NEW.country,
    business_id = NEW.business_id, created_at = NEW.created_at, status = NEW.status;
  UPDATE impact_records SET public = NEW.approved
  WHERE submission_id = NEW.id AND public <> NEW.approved;
  RETURN NULL;
END $$;
-- A trigger of its own, so that the other one, which existing programs rely on, stays in effect.
CREATE TRIGGER replace_facets_of_status AFTER UPDATE OF status ON submissions
  FOR EACH ROW WHEN (NEW.status <> OLD.status) EXECUTE FUNCTION replace_facets();

-- The boosts, decisions and merges before timelines existed. Decisions about votes do not show in these records.
INSERT INTO occurrences (submission_id, kind, at, details, key)
SELECT submission_id, 'boost', applied_at,
  jsonb_build_object('value', after -> 'superBoost'), decision_id::text
FROM applied_decisions JOIN submissions ON id = submission_id
WHERE before -> 'superBoost' <> after -> 'superBoost'
UNION ALL
SELECT submission_id, 'decision', applied_at, jsonb_build_object('decision', decision),
  decision_id::text
FROM applied_decisions JOIN submissions ON id = submission_id
CROSS JOIN LATERAL (
  SELECT CASE
    WHEN before -> 'approved' <> after -> 'approved'
      THEN CASE WHEN (after -> 'approved')::boolean THEN 'approve' ELSE 'remove' END
    WHEN before -> 'discussionLocked' <> after -> 'discussionLocked' THEN
      CASE WHEN (after -> 'discussionLocked')::boolean THEN 'lock-discussion' ELSE 'unlock-discussion' END
    WHEN before -> 'targetName' <> after -> 'targetName' THEN 'rename'
  END AS decision
) AS decided
WHERE other IS NULL AND decision IS NOT NULL
UNION ALL
SELECT into_id, 'merge', merged_at,
  jsonb_build_object('mergedId', from_id, 'targetName', target_name), from_id
FROM merges JOIN submissions ON submissions.id = from_id WHERE undone_at IS NULL;
