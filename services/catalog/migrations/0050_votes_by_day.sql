-- The public numbers of votes by day, counted once a day from the votes
-- (docs/decisions/0044-votes-by-day.md). They change only if at least ten votes differ, so nobody can recognise one.
-- No foreign key: its check would lock submissions, which votes update.
CREATE TABLE published_votes (
  submission_id text COLLATE "C" NOT NULL,
  first_day date NOT NULL,
  -- A period has the days after the last day of the one before.
  last_day date NOT NULL CHECK (last_day >= first_day),
  up integer NOT NULL CHECK (up >= 0),
  down integer NOT NULL CHECK (down >= 0),
  held integer NOT NULL CHECK (held >= 0),
  voided integer NOT NULL CHECK (voided >= 0),
  PRIMARY KEY (submission_id, last_day)
);

-- The last day of each count.
CREATE TABLE vote_counts (
  until date PRIMARY KEY,
  counted_at timestamptz NOT NULL DEFAULT now()
);
