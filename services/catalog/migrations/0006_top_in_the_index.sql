-- What the order follows from stands in the index itself: PostgreSQL reads an index alone only where it
-- finds the columns of an expression too.
DROP INDEX submissions_top;
CREATE INDEX submissions_top ON submissions ((score + super_boost) DESC, created_at DESC, id)
  INCLUDE (score, super_boost) WHERE approved;
