-- Up to when votes were held that a decision about them takes: text, for it is kept as it was shown, to the
-- microsecond.
ALTER TABLE decisions ADD COLUMN held_until text;
