-- The words of a text for a search: letters and digits, lower case, without positions.
CREATE FUNCTION search_words(text text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN strip(to_tsvector('simple', regexp_replace(text, '[^[:alnum:]]+', ' ', 'g')));

-- Matches texts that contain every word as a prefix; NULL for a text without words. Words contain no
-- characters that need quoting.
CREATE FUNCTION search_query(text text) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (SELECT string_agg(lexeme || ':*', ' & ')::tsquery FROM unnest(search_words(text)));

-- Not in `submissions`, so that a vote does not rewrite the words of the text.
CREATE TABLE submission_words (
  submission_id text COLLATE "C" PRIMARY KEY REFERENCES submissions (id) ON DELETE CASCADE,
  words tsvector NOT NULL
);
CREATE INDEX submission_words_search ON submission_words USING gin (words);

-- A trigger, so that every inserted submission is indexed, whichever code inserts it.
CREATE FUNCTION store_words() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO submission_words (submission_id, words)
  SELECT id, search_words(concat_ws(' ', id, target_name, location, reasons, sources)) FROM added;
  RETURN NULL;
END $$;

CREATE TRIGGER store_words AFTER INSERT ON submissions
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION store_words();
