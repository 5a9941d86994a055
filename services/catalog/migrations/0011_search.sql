-- Full-text search. The tables are beside `submissions` and `businesses`, so that a vote rewrites no word.

-- The form in which texts are compared: compatibility forms resolved, without case, accents, vowel points and
-- elongation. services/catalog/src/search/fold.ts does the same to mark matches.
CREATE FUNCTION search_fold(text text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN octet_length(text) = char_length(text) THEN lower(text)
  ELSE translate(
    normalize(
      regexp_replace(
        normalize(lower(public.without_accents(normalize(text, NFKC))), NFKD),
        '[\u0300-\u036F\u0483-\u0487\u0591-\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06ED\u200B-\u200F]',
        '', 'g'
      ),
      NFC
    ),
    'ςىیکة٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', 'σييكه01234567890123456789'
  )
END;

-- The words of a folded text in their order. Words that punctuation joins, such as `coca-cola`, have the same chunk.
-- Scripts without spaces (Han, kana, Thai and others) and Hangul are split into pairs of characters; the last
-- character of a run is a word as well.
CREATE FUNCTION split_words(folded text) RETURNS TABLE (word text, place bigint, chunk bigint)
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT SET search_path FROM CURRENT AS $$
DECLARE
  unspaced CONSTANT text := '[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17D3\u3005\u3007\u3041-\u30FF\u31F0-\u31FF'
    || '\u3400-\u4DBF\u4E00-\u9FFF\uAC00-\uD7A3\uF900-\uFAFF\U00020000-\U0003134F]';
  -- Vowel signs and other marks without which the words of these scripts would fall apart are letters.
  letters CONSTANT text := '[[:alnum:]\u0900-\u0963\u0966-\u0DFF\u0E31-\u0E3A\u0E47-\u0E4E\u0EB1-\u0ECD'
    || '\u102B-\u109F\u17B4-\u17D3]+';
  chunks CONSTANT text := letters || '(?:[-.''’&+]' || letters || ')*';
BEGIN
  IF folded !~ unspaced THEN
    RETURN QUERY
    SELECT left(part, 60), row_number() OVER (), CASE WHEN texts[1] ~ '[-.''’&+]' THEN number END
    FROM regexp_matches(folded, chunks, 'g') WITH ORDINALITY AS found (texts, number),
      string_to_table(translate(texts[1], '.''’&+', '-----'), '-') AS part;
  ELSE
    RETURN QUERY
    SELECT left(CASE WHEN part ~ unspaced THEN pair ELSE part END, 60),
      row_number() OVER (ORDER BY number, part_number, pair_number),
      CASE WHEN texts[1] ~ '[-.''’&+]' THEN number END
    FROM regexp_matches(regexp_replace(folded, '(' || unspaced || '+)', ' \1 ', 'g'), chunks, 'g')
        WITH ORDINALITY AS found (texts, number),
      string_to_table(translate(texts[1], '.''’&+', '-----'), '-')
        WITH ORDINALITY AS parts (part, part_number),
      LATERAL (
        SELECT letter || coalesce(lead(letter) OVER (ORDER BY n), ''), n
        FROM string_to_table(CASE WHEN part ~ unspaced THEN part ELSE ' ' END, NULL)
          WITH ORDINALITY AS characters (letter, n)
      ) AS pairs (pair, pair_number);
  END IF;
END $$;

-- The words of a text with their positions and a weight. It has the joined form of `coca-cola` and `h&m`, in names
-- that of adjacent words, and the forms of umlauts with an e.
CREATE FUNCTION search_vector(text text, weight text, is_name boolean) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path FROM CURRENT
BEGIN ATOMIC
  WITH words AS MATERIALIZED (SELECT * FROM split_words(search_fold(coalesce(text, ''))))
  SELECT coalesce(string_agg(word || ':' || least(place, 16383) || weight, ' '), '')::tsvector
  FROM (
    SELECT word, place FROM words
    UNION ALL
    SELECT left(whole, 60), unnest(ARRAY[first, last]) FROM (
      SELECT string_agg(word, '' ORDER BY place), min(place), max(place)
      FROM words WHERE chunk IS NOT NULL GROUP BY chunk
    ) AS chunks (whole, first, last)
    UNION ALL
    SELECT left(word || next, 60), place FROM (
      SELECT word, lead(word) OVER (ORDER BY place), place FROM words WHERE is_name
    ) AS pairs (word, next, place) WHERE left(next, 1) <> right(word, 1) OR char_length(word) > 2
    UNION ALL
    SELECT umlauts.word, umlauts.place
    FROM split_words(search_fold(replace(replace(replace(replace(replace(
      lower(text), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ø', 'oe'), 'å', 'aa'))) AS umlauts
    WHERE text ~* '[äöüøå]'
  ) AS all_words;
END;

-- Weights: A the name, B other names of the business, C its owners and places, D the other texts and the id.
CREATE TABLE submission_search (
  submission_id text COLLATE "C" PRIMARY KEY REFERENCES submissions (id) ON DELETE CASCADE,
  -- As in `submissions`, where a vote would rewrite an index on it.
  business_id text COLLATE "C",
  words tsvector NOT NULL,
  -- Folded.
  name text COLLATE "C" NOT NULL
);
-- Without a pending list, which every search would read.
CREATE INDEX submission_search_words ON submission_search USING gin (words) WITH (fastupdate = off);
CREATE INDEX submission_search_names ON submission_search
  USING gin (ts_filter(words, '{a,b}')) WITH (fastupdate = off);
CREATE INDEX submission_search_name ON submission_search (name);
CREATE INDEX submission_search_business ON submission_search (business_id, submission_id);

-- Weights: A the name, B aliases, C owners and country.
CREATE TABLE business_search (
  business_id text COLLATE "C" PRIMARY KEY REFERENCES businesses (id) ON DELETE CASCADE,
  words tsvector NOT NULL,
  name text COLLATE "C" NOT NULL
);
CREATE INDEX business_search_words ON business_search USING gin (words) WITH (fastupdate = off);
CREATE INDEX business_search_name ON business_search (name);

-- The number of submissions and of businesses with a word, and of submissions with it in a name. Lags behind by
-- seconds and also counts removed submissions: it serves plans and corrections only.
CREATE TABLE word_counts (
  word text COLLATE "C" PRIMARY KEY,
  submissions bigint NOT NULL DEFAULT 0,
  submission_names bigint NOT NULL DEFAULT 0,
  businesses bigint NOT NULL DEFAULT 0
);
-- Corrections are words of names, except near misses, which the primary key finds.
CREATE INDEX word_counts_similar ON word_counts USING gin (word gin_trgm_ops)
  WHERE submission_names > 0 OR businesses > 0;

-- Words to add to the counts or to subtract, in the order of the changes.
CREATE TABLE word_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  words tsvector NOT NULL,
  is_business boolean NOT NULL,
  change smallint NOT NULL
);

-- Businesses whose own words, and those of their submissions and subsidiaries, must be written anew.
CREATE TABLE outdated_businesses (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  business_id text COLLATE "C" NOT NULL,
  -- The number of owners between it and the business that changed.
  depth integer NOT NULL DEFAULT 0,
  -- The words of its submissions up to this id are written.
  done_up_to text COLLATE "C" NOT NULL DEFAULT ''
);
CREATE INDEX outdated_businesses_by_id ON outdated_businesses (business_id);

-- A business and its owners, at most three.
CREATE FUNCTION search_owners(of_business text) RETURNS TABLE (id text, depth integer)
LANGUAGE sql STABLE SET search_path FROM CURRENT
BEGIN ATOMIC
  WITH RECURSIVE owners (id, parent_id, depth) AS (
    SELECT id, parent_id, 0 FROM businesses WHERE businesses.id = of_business
    UNION ALL
    SELECT businesses.id, businesses.parent_id, depth + 1
    FROM owners JOIN businesses ON businesses.id = owners.parent_id WHERE depth < 3
  )
  SELECT id, depth FROM owners;
END;

-- Writes the words of these submissions.
CREATE FUNCTION store_submission_words(ids text[]) RETURNS void
LANGUAGE sql VOLATILE SET search_path FROM CURRENT SET enable_seqscan = off
BEGIN ATOMIC
  INSERT INTO submission_search AS known (submission_id, business_id, words, name)
  SELECT id, business_id,
    search_vector(target_name, 'A', true) || search_vector(other_names, 'B', true)
      || search_vector(concat_ws(' · ', location, places.label, countries.name, owner_names), 'C', true)
      || search_vector(concat_ws(' · ', reasons, sources, id), 'D', false),
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

-- Writes the words of these businesses.
CREATE FUNCTION store_business_words(ids text[]) RETURNS void
LANGUAGE sql VOLATILE SET search_path FROM CURRENT SET enable_seqscan = off
BEGIN ATOMIC
  INSERT INTO business_search AS known (business_id, words, name)
  SELECT id,
    search_vector(name, 'A', true) || search_vector(aliases, 'B', true)
      || search_vector(concat_ws(' · ', owner_names, countries.country_name), 'C', true),
    search_fold(name)
  FROM businesses
  LEFT JOIN LATERAL (SELECT name FROM places WHERE places.id = businesses.country)
    AS countries (country_name) ON true
  LEFT JOIN LATERAL (
    SELECT string_agg(business_names.name, ' · ') FILTER (WHERE depth = 0 AND is_alias),
      string_agg(business_names.name, ' · ') FILTER (WHERE depth > 0)
    FROM search_owners(businesses.id) AS owners
    JOIN business_names ON business_names.business_id = owners.id
  ) AS names (aliases, owner_names) ON true
  WHERE businesses.id = ANY (ids)
  ORDER BY id
  ON CONFLICT (business_id) DO UPDATE SET words = excluded.words, name = excluded.name
    WHERE known.words <> excluded.words;
END;

-- Triggers, so that every text is found, whichever code writes it.

CREATE OR REPLACE FUNCTION store_words() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM store_submission_words(ARRAY(SELECT id FROM added));
  RETURN NULL;
END $$;

CREATE FUNCTION store_changed_words() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM store_submission_words(ARRAY[NEW.id]);
  RETURN NULL;
END $$;
-- Only of these columns, so that votes do not call it.
CREATE TRIGGER store_changed_words
  AFTER UPDATE OF target_name, location, reasons, sources, place_id, country, business_id ON submissions
  FOR EACH ROW WHEN (
    (NEW.target_name, NEW.location, NEW.reasons, NEW.sources, NEW.place_id, NEW.country, NEW.business_id)
    IS DISTINCT FROM
    (OLD.target_name, OLD.location, OLD.reasons, OLD.sources, OLD.place_id, OLD.country, OLD.business_id)
  ) EXECUTE FUNCTION store_changed_words();

CREATE FUNCTION store_words_of_businesses() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM store_business_words(ARRAY(SELECT id FROM added));
  RETURN NULL;
END $$;
CREATE TRIGGER store_words AFTER INSERT ON businesses
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION store_words_of_businesses();

-- A business may have many submissions and subsidiaries, so a background job writes their words.
CREATE FUNCTION mark_business_outdated() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  changed_id text;
BEGIN
  IF TG_TABLE_NAME = 'businesses' THEN
    changed_id := NEW.id;
  ELSE
    changed_id := coalesce(NEW.business_id, OLD.business_id);
  END IF;
  -- The name of a new business comes before its row.
  INSERT INTO outdated_businesses (business_id)
  SELECT id FROM businesses WHERE id = changed_id;
  RETURN NULL;
END $$;
CREATE TRIGGER words_outdated AFTER UPDATE OF name, country, parent_id ON businesses
  FOR EACH ROW WHEN (
    (NEW.name, NEW.country, NEW.parent_id) IS DISTINCT FROM (OLD.name, OLD.country, OLD.parent_id)
  ) EXECUTE FUNCTION mark_business_outdated();
CREATE TRIGGER words_outdated AFTER INSERT OR UPDATE OR DELETE ON business_names
  FOR EACH ROW EXECUTE FUNCTION mark_business_outdated();

CREATE FUNCTION note_words() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  is_business boolean := TG_TABLE_NAME = 'business_search';
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO word_changes (words, is_business, change) SELECT words, is_business, -1 FROM removed;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO word_changes (words, is_business, change) SELECT words, is_business, 1 FROM added;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER words_added AFTER INSERT ON submission_search
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_words();
CREATE TRIGGER words_changed AFTER UPDATE ON submission_search
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_words();
CREATE TRIGGER words_removed AFTER DELETE ON submission_search
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION note_words();
CREATE TRIGGER words_added AFTER INSERT ON business_search
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_words();
CREATE TRIGGER words_changed AFTER UPDATE ON business_search
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_words();
CREATE TRIGGER words_removed AFTER DELETE ON business_search
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION note_words();

-- Counts the words of up to this many changes. Returns the number of changes.
CREATE FUNCTION count_words(batch integer) RETURNS bigint
LANGUAGE sql VOLATILE SET search_path FROM CURRENT SET enable_seqscan = off
BEGIN ATOMIC
  WITH batch AS (
    DELETE FROM word_changes WHERE id = ANY (ARRAY(
      SELECT id FROM word_changes ORDER BY id LIMIT batch FOR UPDATE SKIP LOCKED
    )) RETURNING *
  ), counted AS (
    INSERT INTO word_counts AS known (word, submissions, submission_names, businesses)
    SELECT lexeme, coalesce(sum(change) FILTER (WHERE NOT is_business), 0),
      coalesce(sum(change) FILTER (WHERE NOT is_business AND weights && '{A,B}'), 0),
      coalesce(sum(change) FILTER (WHERE is_business), 0)
    FROM batch, unnest(words) AS occurrences (lexeme, positions, weights)
    -- The order prevents deadlocks between instances.
    GROUP BY lexeme ORDER BY lexeme
    ON CONFLICT (word) DO UPDATE SET
      submissions = known.submissions + excluded.submissions,
      submission_names = known.submission_names + excluded.submission_names,
      businesses = known.businesses + excluded.businesses
    WHERE (excluded.submissions, excluded.submission_names, excluded.businesses) <> (0, 0, 0)
  )
  SELECT count(*) FROM batch;
END;

-- Writes the words of one outdated business, and of up to this many of its submissions. Returns whether there was one.
CREATE FUNCTION refresh_outdated_business(batch integer) RETURNS boolean
LANGUAGE plpgsql SET search_path FROM CURRENT SET enable_seqscan = off AS $$
DECLARE
  outdated outdated_businesses;
  ids text[];
BEGIN
  DELETE FROM outdated_businesses WHERE id = (
    SELECT id FROM outdated_businesses ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
  ) RETURNING * INTO outdated;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  DELETE FROM outdated_businesses WHERE id = ANY (ARRAY(
    SELECT id FROM outdated_businesses
    WHERE business_id = outdated.business_id AND depth >= outdated.depth AND done_up_to = ''
      AND outdated.done_up_to = ''
    FOR UPDATE SKIP LOCKED
  ));
  -- Waits for submissions in progress, whose words may be made of the former names.
  PERFORM FROM businesses WHERE id = outdated.business_id FOR NO KEY UPDATE;
  IF outdated.done_up_to = '' THEN
    PERFORM store_business_words(ARRAY[outdated.business_id]);
    INSERT INTO outdated_businesses (business_id, depth)
    SELECT id, outdated.depth + 1 FROM businesses
    WHERE parent_id = outdated.business_id AND outdated.depth < 3;
  END IF;
  ids := ARRAY(
    SELECT submission_id FROM submission_search
    WHERE business_id = outdated.business_id AND submission_id > outdated.done_up_to
    ORDER BY submission_id LIMIT batch
  );
  PERFORM store_submission_words(ids);
  IF cardinality(ids) = batch THEN
    INSERT INTO outdated_businesses (business_id, depth, done_up_to)
    VALUES (outdated.business_id, outdated.depth, ids[batch]);
  END IF;
  RETURN true;
END $$;

-- Writes the words of all submissions and businesses in short transactions.
CREATE PROCEDURE store_all_words(batch_size integer DEFAULT 500) LANGUAGE plpgsql AS $$
DECLARE
  last_id text := '';
  ids text[];
BEGIN
  LOOP
    ids := ARRAY(SELECT id FROM businesses WHERE id > last_id ORDER BY id LIMIT batch_size);
    EXIT WHEN cardinality(ids) = 0;
    PERFORM store_business_words(ids);
    last_id := ids[cardinality(ids)];
    COMMIT;
  END LOOP;
  last_id := '';
  LOOP
    ids := ARRAY(SELECT id FROM submissions WHERE id > last_id ORDER BY id LIMIT batch_size);
    EXIT WHEN cardinality(ids) = 0;
    PERFORM store_submission_words(ids);
    last_id := ids[cardinality(ids)];
    COMMIT;
  END LOOP;
END $$;

-- Safe: the previous version reads the view that follows.
DROP TABLE submission_words;
CREATE VIEW submission_words AS SELECT submission_id, words FROM submission_search;
GRANT SELECT ON submission_words TO catalog;
