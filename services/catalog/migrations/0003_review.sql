-- For administrators. A vote writes every index entry of its row anew, so these indexes hold few rows.
CREATE INDEX submissions_queue ON submissions (flag_count DESC, created_at, id)
  WHERE approved AND flag_count > 0;
CREATE INDEX submissions_removed ON submissions (created_at DESC, id) WHERE NOT approved;
CREATE INDEX submissions_boosted ON submissions (created_at DESC, id) WHERE super_boost <> 0;
CREATE INDEX flags_by_user ON flags (user_id);

-- Without it nobody knows how many rows rank above another in Top, and all are read.
CREATE STATISTICS submissions_strength ON (score + super_boost) FROM submissions;

-- Words as a search compares them: letters and digits, lower case, without positions.
CREATE FUNCTION search_words(text text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN strip(to_tsvector('simple', regexp_replace(text, '[^[:alnum:]]+', ' ', 'g')));

-- Every word at its beginning; NULL when there is none. Words hold nothing that would need quoting.
CREATE FUNCTION search_query(text text) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (SELECT string_agg(lexeme || ':*', ' & ')::tsquery FROM unnest(search_words(text)));

-- Beside the submissions, for the same reason: a vote must not write the words of a text anew.
CREATE TABLE submission_words (
  submission_id text COLLATE "C" PRIMARY KEY REFERENCES submissions (id) ON DELETE CASCADE,
  words tsvector NOT NULL
);
CREATE INDEX submission_words_search ON submission_words USING gin (words);

INSERT INTO submission_words (submission_id, words)
SELECT id, search_words(concat_ws(' ', id, target_name, location, reasons, sources))
FROM submissions;

-- A trigger, so that a submission can be found whatever way it came in.
CREATE FUNCTION keep_words() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO submission_words (submission_id, words)
  SELECT id, search_words(concat_ws(' ', id, target_name, location, reasons, sources)) FROM added;
  RETURN NULL;
END $$;

CREATE TRIGGER keep_words AFTER INSERT ON submissions
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_words();
