-- Businesses: whatever submissions are about. Transactions lock in this order, which prevents deadlocks: names by key,
-- submissions by id, businesses by id, business_counts, counters. Votes lock no business.

-- The match key of a name: NFKC, case folded, without accents, punctuation, spaces and legal forms. Names with equal
-- keys are names of one business. A name that consists of a legal form or of symbols keeps them.
--
-- It does not use unaccent, because its rules differ between versions of PostgreSQL and keys are stored.
CREATE FUNCTION match_key(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
  WITH folded AS (
    -- Trademark signs are removed first, because NFKC makes letters of them. NFD separates letters and accents of the
    -- Latin, Greek, Cyrillic, Hebrew and Arabic scripts; the marks of other scripts are part of the word.
    SELECT normalize(translate(regexp_replace(
      normalize(casefold(
        normalize(translate(name, '™℠®©', ''), NFKC) COLLATE pg_unicode_fast
      ), NFKD),
      '[\u0300-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670'
        || '\u00AD\u061C\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u20D0-\u20FF\uFE00-\uFE0F\uFEFF'
        || '\U000E0000-\U000E0FFF]+',
      '', 'g'
    ), 'øłđðħŧı', 'olddhti'), NFC) AS name
  ), letters AS (
    SELECT replace(replace(replace(name, 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') AS name FROM folded
  ), words AS (
    -- Periods and apostrophes join the letters around them; other punctuation separates words. A plus sign at the end
    -- of a word is part of it.
    SELECT btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
      regexp_replace(name COLLATE pg_c_utf8, '\((株|有|주)\)|[.''`’‘ʼ]', '', 'g'),
      '[+]+(?=[[:alnum:]])', ' ', 'g'),
      '(^|[^[:alnum:]+])[+]+', '\1', 'g'),
      '(?![+])[[:punct:][:space:][:cntrl:]]', ' ', 'g'),
      ' +', ' ', 'g')) AS name
    FROM letters
  ), bare AS (
    SELECT replace(regexp_replace(regexp_replace(regexp_replace(name,
      '^((ооо|оао|зао|пао|ао|ип|тоо) )+(?=.)', ''),
      '( (inc|incorporated|ltd|limited|llc|l l c|llp|plc|p l c|co|company|corp|corporation|pty|pte|pvt|private limited'
        || '|gmbh|mbh|ag|kg|kgaa|ohg|se|sa|s a|sas|sarl|srl|s r l|spa|s p a|bv|b v|nv|n v|ab|as|a s|asa|aps|oy|oyj'
        || '|sl|s l|slu|de cv|de rl|sab|ltda|lda|sp zoo|sp z oo|sro|s r o|doo|kft|zrt|nyrt|uab|sia|bhd|sdn|tbk'
        || '|jsc|pjsc|ооо|оао|зао|пао|ао))+$', ''),
      '^(株式会社|有限会社|合同会社|주식회사|유한회사)(?=.)'
        || '|(?<=.)(株式会社|有限会社|合同会社|股份有限公司|有限责任公司|有限責任公司|有限公司|주식회사|유한회사)$',
      ''), ' ', '') AS key
    FROM words
  ), found AS (
    SELECT coalesce(
      nullif(bare.key, ''), nullif(regexp_replace(folded.name, '\s', '', 'g'), ''),
      nullif(regexp_replace(normalize(match_key.name, NFC), '\s', '', 'g'), ''), match_key.name
    ) AS key
    FROM bare CROSS JOIN folded
  )
  -- An index entry has at most 2,700 bytes, and compatibility forms can be 18 times as long.
  SELECT CASE WHEN octet_length(key) > 600 THEN left(key, 100) || md5(key) ELSE key END FROM found
);

CREATE TABLE businesses (
  id text COLLATE "C" PRIMARY KEY CHECK (id ~ '^[0-9A-Za-z]{8}$'),
  -- The current slug, also in business_slugs.
  slug text COLLATE "C" NOT NULL,
  name text NOT NULL,
  -- The category of the first submission that has one.
  kind text,
  -- ISO 3166-1 alpha-2.
  country text CHECK (country ~ '^[A-Z]{2}$'),
  -- The registrable domain.
  website text,
  parent_id text COLLATE "C" REFERENCES businesses (id),
  -- Submissions in public view, exact.
  boycott_count integer NOT NULL DEFAULT 0 CHECK (boycott_count >= 0),
  -- Whether an administrator has confirmed it, so that it is listed without submissions.
  curated boolean NOT NULL DEFAULT false,
  merged_into text COLLATE "C" REFERENCES businesses (id),
  listed boolean NOT NULL GENERATED ALWAYS AS (
    merged_into IS NULL AND (boycott_count > 0 OR curated)
  ) STORED,
  -- The name as it is sorted.
  sort_name text COLLATE "C" NOT NULL GENERATED ALWAYS AS (
    left(lower(public.without_accents(name)), 200)
  ) STORED,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK (parent_id <> id),
  CHECK (merged_into <> id)
) WITH (fillfactor = 80);

-- The orders of the directory, without a filter, by kind and by country.
CREATE INDEX businesses_by_name ON businesses (sort_name, id) WHERE listed;
CREATE INDEX businesses_newest ON businesses (created_at DESC, id) WHERE listed;
CREATE INDEX businesses_boycotted ON businesses (boycott_count DESC, sort_name, id) WHERE listed;
CREATE INDEX businesses_kind_by_name ON businesses (kind, sort_name, id) WHERE listed;
CREATE INDEX businesses_kind_newest ON businesses (kind, created_at DESC, id) WHERE listed;
CREATE INDEX businesses_kind_boycotted ON businesses (kind, boycott_count DESC, sort_name, id)
  WHERE listed;
CREATE INDEX businesses_country_by_name ON businesses (country, sort_name, id) WHERE listed;
CREATE INDEX businesses_country_newest ON businesses (country, created_at DESC, id) WHERE listed;
CREATE INDEX businesses_country_boycotted ON businesses (country, boycott_count DESC, sort_name, id)
  WHERE listed;
CREATE INDEX businesses_owned ON businesses (parent_id, sort_name, id) WHERE parent_id IS NOT NULL;
CREATE INDEX businesses_merged ON businesses (merged_into) WHERE merged_into IS NOT NULL;

-- All names and aliases of businesses.
CREATE TABLE business_names (
  key text COLLATE "C" PRIMARY KEY,
  business_id text COLLATE "C" NOT NULL
    REFERENCES businesses (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  name text NOT NULL,
  -- False for the name that the business has now.
  is_alias boolean NOT NULL DEFAULT false,
  words tsvector NOT NULL GENERATED ALWAYS AS (search_words(public.without_accents(name))) STORED,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX business_names_of ON business_names (business_id);
CREATE INDEX business_names_search ON business_names USING gin (words);

-- Current and former slugs. A former slug redirects, and no other business gets it.
CREATE TABLE business_slugs (
  slug text COLLATE "C" PRIMARY KEY,
  business_id text COLLATE "C" NOT NULL
    REFERENCES businesses (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX business_slugs_of ON business_slugs (business_id);

-- Listed businesses by kind and country ('' for none), exact. Totals of the directory are sums of these few rows.
CREATE TABLE business_counts (
  kind text NOT NULL,
  country text NOT NULL,
  -- Not checked to be positive, because an upsert proposes rows with negative numbers.
  value integer NOT NULL,
  PRIMARY KEY (kind, country)
);

-- NULL until the submission is attached to its business; see attach_submissions.
ALTER TABLE submissions ADD COLUMN business_id text COLLATE "C";
ALTER TABLE submissions ADD CONSTRAINT submissions_business
  FOREIGN KEY (business_id) REFERENCES businesses (id) NOT VALID;

-- In plpgsql, because the planner would evaluate an SQL function once for all rows of a statement.
CREATE FUNCTION new_business_id() RETURNS text LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN (
    SELECT string_agg(substr(
      '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
      1 + floor(random() * 62)::integer, 1
    ), '')
    FROM generate_series(1, 8)
  );
END $$;

-- Lower-case letters and digits of any script with single hyphens, at most 60 characters; NULL for a name of symbols.
CREATE FUNCTION slug_of(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN nullif(btrim(left(btrim(regexp_replace(regexp_replace(regexp_replace(
  lower(public.without_accents(
    normalize(translate(name, '™℠®©', ''), NFKC)) COLLATE pg_unicode_fast) COLLATE pg_c_utf8,
  '[.''`’‘ʼ\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFE00-\uFE0F\U0001F100-\U0001F1FF]+', '', 'g'),
  '(?<=[[:alnum:]])[+]', ' plus ', 'g'),
  '[[:punct:][:space:][:cntrl:]]+', '-', 'g'), '-'), 60), '-'), '');

-- Reserves an unused slug for a business.
CREATE FUNCTION claim_slug(name text, of_business text) RETURNS text
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  base text := coalesce(slug_of(name), 'business');
  candidate text := base;
BEGIN
  FOR number IN 2..1000000 LOOP
    INSERT INTO business_slugs (slug, business_id) VALUES (candidate, of_business)
    ON CONFLICT DO NOTHING;
    EXIT WHEN FOUND;
    -- After a few numbers, an id is certain to be free.
    candidate := base || '-' || CASE WHEN number < 10 THEN number::text ELSE lower(new_business_id()) END;
  END LOOP;
  RETURN candidate;
END $$;

-- Returns the id of the business with this name or alias, and makes one if there is none. Of concurrent callers with
-- one new name, the first makes the business and the others wait for its commit.
CREATE FUNCTION find_or_make_business(called text, of_kind text) RETURNS text
LANGUAGE plpgsql SET search_path FROM CURRENT SET enable_seqscan = off AS $$
DECLARE
  its_key text := match_key(called);
  its_id text;
BEGIN
  LOOP
    -- Locked, so that a merge waits for the submission and moves it, too.
    SELECT business_id INTO its_id FROM business_names WHERE key = its_key FOR SHARE;
    IF FOUND THEN
      RETURN its_id;
    END IF;
    INSERT INTO business_names (key, business_id, name) VALUES (its_key, new_business_id(), called)
    ON CONFLICT DO NOTHING RETURNING business_id INTO its_id;
    EXIT WHEN FOUND;
  END LOOP;
  INSERT INTO businesses (id, slug, name, kind)
  VALUES (its_id, claim_slug(called, its_id), called, of_kind);
  RETURN its_id;
END $$;

-- Triggers, so that every submission has a business and every count is exact, whichever code writes.

CREATE FUNCTION attach_submission() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  NEW.business_id := find_or_make_business(NEW.target_name, NEW.category);
  RETURN NEW;
END $$;

CREATE TRIGGER attach_submission BEFORE INSERT ON submissions
  FOR EACH ROW WHEN (NEW.business_id IS NULL) EXECUTE FUNCTION attach_submission();

CREATE FUNCTION count_added_submissions() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM FROM businesses WHERE id IN (SELECT business_id FROM added)
  ORDER BY id FOR NO KEY UPDATE;
  UPDATE businesses SET
    boycott_count = boycott_count + public, kind = coalesce(kind, category), version = version + 1
  FROM (
    SELECT business_id, count(*) FILTER (WHERE approved) AS public, min(category) AS category
    FROM added GROUP BY business_id
  ) AS changes WHERE id = business_id;
  RETURN NULL;
END $$;

CREATE TRIGGER count_added_submissions AFTER INSERT ON submissions
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_added_submissions();

-- A submission was removed, approved again, deleted or moved to another business.
CREATE FUNCTION count_changed_submission() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  was text := CASE WHEN OLD.approved THEN OLD.business_id END;
  is_now text := CASE WHEN TG_OP = 'UPDATE' AND NEW.approved THEN NEW.business_id END;
BEGIN
  PERFORM FROM businesses WHERE id IN (was, is_now) ORDER BY id FOR NO KEY UPDATE;
  UPDATE businesses SET
    boycott_count = boycott_count + (CASE WHEN id = is_now THEN 1 ELSE -1 END), version = version + 1
  WHERE id IN (was, is_now) AND was IS DISTINCT FROM is_now;
  RETURN NULL;
END $$;

CREATE TRIGGER count_changed_submission AFTER UPDATE OF approved, business_id ON submissions
  FOR EACH ROW WHEN (
    OLD.business_id IS NOT NULL AND (NEW.approved <> OLD.approved OR NEW.business_id <> OLD.business_id)
  ) EXECUTE FUNCTION count_changed_submission();
CREATE TRIGGER count_deleted_submission AFTER DELETE ON submissions
  FOR EACH ROW WHEN (OLD.approved AND OLD.business_id IS NOT NULL)
  EXECUTE FUNCTION count_changed_submission();

-- By statement, so that a statement changes each row of business_counts once. Businesses are never deleted.
CREATE FUNCTION count_added_businesses() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO business_counts AS known (kind, country, value)
  SELECT coalesce(kind, ''), coalesce(country, ''), count(*) FROM added WHERE listed
  GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (kind, country) DO UPDATE SET value = known.value + excluded.value;
  RETURN NULL;
END $$;

CREATE TRIGGER count_added_businesses AFTER INSERT ON businesses
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_added_businesses();

CREATE FUNCTION count_changed_businesses() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO business_counts AS known (kind, country, value)
  SELECT coalesce(kind, ''), coalesce(country, ''), sum(change) FROM (
    SELECT kind, country, -1 AS change FROM earlier WHERE listed
    UNION ALL SELECT kind, country, 1 FROM later WHERE listed
  ) AS changes
  GROUP BY 1, 2 HAVING sum(change) <> 0 ORDER BY 1, 2
  ON CONFLICT (kind, country) DO UPDATE SET value = known.value + excluded.value;
  RETURN NULL;
END $$;

CREATE TRIGGER count_changed_businesses AFTER UPDATE ON businesses
  REFERENCING OLD TABLE AS earlier NEW TABLE AS later
  FOR EACH STATEMENT EXECUTE FUNCTION count_changed_businesses();

-- Submissions are displayed with the slug and the name of their business.
CREATE TRIGGER business_renamed AFTER UPDATE OF name, slug ON businesses
  FOR EACH ROW WHEN (NEW.name <> OLD.name OR NEW.slug <> OLD.slug)
  EXECUTE FUNCTION increase_display_revision();
-- Once per statement, because a business may have many submissions.
CREATE TRIGGER business_changed AFTER UPDATE OF business_id ON submissions
  FOR EACH STATEMENT EXECUTE FUNCTION increase_display_revision();
DROP TRIGGER row_changed_without_version ON submissions;
CREATE TRIGGER row_changed_without_version AFTER UPDATE ON submissions
  FOR EACH ROW WHEN (
    NEW.version = OLD.version AND NEW.business_id IS NOT DISTINCT FROM OLD.business_id
  ) EXECUTE FUNCTION increase_display_revision();

-- Attaches these submissions to their businesses, if they have none.
CREATE FUNCTION attach_batch(ids text[]) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT SET enable_seqscan = off AS $$
DECLARE
  batch text[] := ARRAY(
    SELECT id FROM submissions WHERE id = ANY (ids) AND business_id IS NULL
    ORDER BY id FOR NO KEY UPDATE
  );
  keys text[];
BEGIN
  keys := ARRAY(
    SELECT match_key(target_name) FROM submissions WHERE id = ANY (batch) ORDER BY id
  );

  WITH firsts AS MATERIALIZED (
    SELECT DISTINCT ON (key) key, target_name
    FROM unnest(batch, keys) AS given (id, key) JOIN submissions USING (id)
    ORDER BY key, created_at, id
  ), claimed AS (
    INSERT INTO business_names (key, business_id, name)
    SELECT key, new_business_id(), target_name FROM firsts ORDER BY key
    ON CONFLICT DO NOTHING RETURNING business_id, name
  )
  INSERT INTO businesses (id, slug, name)
  SELECT business_id, claim_slug(name, business_id), name FROM claimed;

  UPDATE submissions SET business_id = business_names.business_id
  FROM unnest(batch, keys) AS given (id, key) JOIN business_names USING (key)
  WHERE submissions.id = given.id AND submissions.id = ANY (batch);

  PERFORM FROM businesses
  WHERE id IN (SELECT business_id FROM submissions WHERE submissions.id = ANY (batch))
  ORDER BY id FOR NO KEY UPDATE;
  UPDATE businesses SET
    boycott_count = boycott_count + public, kind = coalesce(kind, category),
    created_at = least(businesses.created_at, changes.created_at), version = version + 1
  FROM (
    SELECT business_id, count(*) FILTER (WHERE approved) AS public, min(category) AS category,
      min(created_at) AS created_at
    FROM submissions WHERE id = ANY (batch) GROUP BY business_id
  ) AS changes WHERE id = business_id;
END $$;

-- Attaches all submissions in short transactions, so that votes wait for milliseconds at most.
CREATE PROCEDURE attach_submissions(batch_size integer DEFAULT 500) LANGUAGE plpgsql AS $$
DECLARE
  last_id text := '';
  ids text[];
BEGIN
  LOOP
    SET LOCAL enable_seqscan = off;
    ids := ARRAY(SELECT id FROM submissions WHERE id > last_id ORDER BY id LIMIT batch_size);
    EXIT WHEN cardinality(ids) = 0;
    PERFORM attach_batch(ids);
    COMMIT;
    last_id := ids[cardinality(ids)];
  END LOOP;
END $$;
