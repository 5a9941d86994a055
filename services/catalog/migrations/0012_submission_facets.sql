-- The values by which lists are filtered. They have a table of their own because a vote rewrites every index
-- entry of its submission: at a million rows, each index on `submissions` adds about 20 µs to a vote.
CREATE TABLE submission_facets (
  submission_id text COLLATE "C" PRIMARY KEY REFERENCES submissions (id) ON DELETE CASCADE,
  approved boolean NOT NULL,
  category text,
  country text COLLATE "C",
  business_id text COLLATE "C",
  created_at timestamptz(3) NOT NULL
);

CREATE INDEX submission_facets_category
  ON submission_facets (category, created_at DESC, submission_id) WHERE approved;
CREATE INDEX submission_facets_country
  ON submission_facets (country, created_at DESC, submission_id) WHERE approved;
CREATE INDEX submission_facets_business
  ON submission_facets (business_id, created_at DESC, submission_id) WHERE approved;
CREATE INDEX submission_facets_new
  ON submission_facets (created_at DESC, submission_id) WHERE approved;

-- The number of public submissions of each category, of each country, of both, and of each UTC day of creation,
-- alone and with a category or a country. '' means all categories or countries, '-infinity' all days.
CREATE TABLE public_counts (
  category text NOT NULL,
  country text COLLATE "C" NOT NULL,
  day date NOT NULL,
  -- Not checked to be positive: an upsert proposes rows with negative numbers.
  count bigint NOT NULL,
  PRIMARY KEY (category, country, day)
);
INSERT INTO public_counts VALUES ('', '', '-infinity', 0);
DELETE FROM counters WHERE name = 'public_submissions';

-- Triggers keep both exact, whichever code writes submissions.
CREATE FUNCTION count_facets() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  -- Counts are locked in one order, so that concurrent writers cannot deadlock.
  EXECUTE format(
    $count$
      INSERT INTO public_counts AS counts (category, country, day, count)
      SELECT in_category, in_country, on_day, sum(change)
      FROM (%s) AS facets
      CROSS JOIN LATERAL (SELECT '' UNION SELECT coalesce(category, '')) AS categories (in_category)
      CROSS JOIN LATERAL (SELECT '' UNION SELECT coalesce(country, '')) AS countries (in_country)
      CROSS JOIN LATERAL (
        VALUES (date '-infinity'), ((created_at AT TIME ZONE 'UTC')::date)
      ) AS days (on_day)
      WHERE approved AND (in_category = '' OR in_country = '' OR on_day = '-infinity')
      GROUP BY in_category, in_country, on_day HAVING sum(change) <> 0
      ORDER BY in_category, in_country, on_day
      ON CONFLICT (category, country, day) DO UPDATE SET count = counts.count + excluded.count
    $count$,
    CASE TG_OP
      WHEN 'INSERT' THEN 'SELECT *, 1 AS change FROM added'
      WHEN 'DELETE' THEN 'SELECT *, -1 AS change FROM removed'
      ELSE 'SELECT *, 1 AS change FROM added UNION ALL SELECT *, -1 FROM removed'
    END
  );
  RETURN NULL;
END $$;

CREATE TRIGGER count_added AFTER INSERT ON submission_facets
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_facets();
CREATE TRIGGER count_removed AFTER DELETE ON submission_facets
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_facets();
CREATE TRIGGER count_changed AFTER UPDATE ON submission_facets
  REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_facets();

CREATE FUNCTION store_facets() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO submission_facets (submission_id, approved, category, country, business_id, created_at)
  SELECT id, approved, category, country, business_id, created_at FROM added;
  RETURN NULL;
END $$;

CREATE FUNCTION replace_facets() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO submission_facets (submission_id, approved, category, country, business_id, created_at)
  VALUES (NEW.id, NEW.approved, NEW.category, NEW.country, NEW.business_id, NEW.created_at)
  ON CONFLICT (submission_id) DO UPDATE SET
    approved = NEW.approved, category = NEW.category, country = NEW.country,
    business_id = NEW.business_id, created_at = NEW.created_at;
  RETURN NULL;
END $$;

CREATE TRIGGER store_facets AFTER INSERT ON submissions
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION store_facets();
-- A vote changes none of these columns.
CREATE TRIGGER replace_facets
  AFTER UPDATE OF approved, category, country, business_id, created_at ON submissions
  FOR EACH ROW WHEN (
    (OLD.approved, OLD.category, OLD.country, OLD.business_id, OLD.created_at)
      IS DISTINCT FROM (NEW.approved, NEW.category, NEW.country, NEW.business_id, NEW.created_at)
  ) EXECUTE FUNCTION replace_facets();
