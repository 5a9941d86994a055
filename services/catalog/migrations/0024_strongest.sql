-- The words of the rows that a search by relevance and suggestions compare first, in few pages: through the primary key
-- of all words, each row would cost several pages.

CREATE TABLE strongest_submissions (
  submission_id text COLLATE "C" PRIMARY KEY REFERENCES submission_search (submission_id) ON DELETE CASCADE,
  -- Lags behind by seconds, as does the choice of the rows.
  strength integer NOT NULL,
  business_id text COLLATE "C",
  words tsvector NOT NULL,
  name text COLLATE "C" NOT NULL
);
CREATE INDEX strongest_submissions_order ON strongest_submissions (strength DESC, submission_id);

CREATE TABLE strongest_businesses (
  business_id text COLLATE "C" PRIMARY KEY REFERENCES business_search (business_id) ON DELETE CASCADE,
  strength integer NOT NULL,
  words tsvector NOT NULL,
  name text COLLATE "C" NOT NULL
);
CREATE INDEX strongest_businesses_order ON strongest_businesses (strength DESC, business_id);

-- So that their words never lag behind.
CREATE FUNCTION store_words_of_strongest() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_TABLE_NAME = 'submission_search' THEN
    UPDATE strongest_submissions SET business_id = NEW.business_id, words = NEW.words, name = NEW.name
    WHERE submission_id = NEW.submission_id;
  ELSE
    UPDATE strongest_businesses SET words = NEW.words, name = NEW.name WHERE business_id = NEW.business_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER store_words_of_strongest AFTER UPDATE ON submission_search
  FOR EACH ROW EXECUTE FUNCTION store_words_of_strongest();
CREATE TRIGGER store_words_of_strongest AFTER UPDATE ON business_search
  FOR EACH ROW EXECUTE FUNCTION store_words_of_strongest();

-- Chooses the strongest public rows of both kinds, at most this many each. Returns at once if another transaction does.
CREATE FUNCTION choose_strongest(most integer) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT SET enable_seqscan = off AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('choose_strongest')) THEN
    RETURN;
  END IF;
  WITH chosen AS MATERIALIZED (
    SELECT id, score + super_boost AS strength FROM submissions WHERE approved
    ORDER BY (score + super_boost) DESC, created_at DESC, id LIMIT most
  ), replaced AS (
    DELETE FROM strongest_submissions WHERE submission_id NOT IN (SELECT id FROM chosen)
  )
  INSERT INTO strongest_submissions AS known (submission_id, strength, business_id, words, name)
  SELECT id, strength, business_id, words, name
  FROM chosen JOIN submission_search ON submission_id = id
  -- The order of other transactions that change several rows.
  ORDER BY id
  ON CONFLICT (submission_id) DO UPDATE SET strength = excluded.strength,
    business_id = excluded.business_id, words = excluded.words, name = excluded.name
  WHERE (known.strength, known.business_id, known.words)
    IS DISTINCT FROM (excluded.strength, excluded.business_id, excluded.words);

  WITH chosen AS MATERIALIZED (
    SELECT id, boycott_count AS strength FROM businesses WHERE listed
    ORDER BY boycott_count DESC, sort_name, id LIMIT most
  ), replaced AS (
    DELETE FROM strongest_businesses WHERE business_id NOT IN (SELECT id FROM chosen)
  )
  INSERT INTO strongest_businesses AS known (business_id, strength, words, name)
  SELECT id, strength, words, name
  FROM chosen JOIN business_search ON business_id = id
  ORDER BY id
  ON CONFLICT (business_id) DO UPDATE
    SET strength = excluded.strength, words = excluded.words, name = excluded.name
  WHERE (known.strength, known.words) IS DISTINCT FROM (excluded.strength, excluded.words);
END $$;

SELECT choose_strongest(3000);
