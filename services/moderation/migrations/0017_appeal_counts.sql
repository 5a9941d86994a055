-- For the transparency report: appeals by the month in which they were made or decided.
CREATE TABLE appeal_counts (
  month date NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('received', 'upheld', 'overturned')),
  appeals integer NOT NULL,
  PRIMARY KEY (month, outcome)
);

CREATE FUNCTION count_appeal() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO appeal_counts AS known (month, outcome, appeals)
  SELECT date_trunc('month', at AT TIME ZONE 'UTC'), outcome, 1 FROM (
    VALUES ('received', CASE WHEN TG_OP = 'INSERT' THEN NEW.created_at END),
      (NEW.state, NEW.settled_at)
  ) AS happened (outcome, at)
  WHERE at IS NOT NULL ORDER BY 1, 2
  ON CONFLICT (month, outcome) DO UPDATE SET appeals = known.appeals + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER count_appeal AFTER INSERT ON appeals FOR EACH ROW EXECUTE FUNCTION count_appeal();
CREATE TRIGGER count_settled_appeal AFTER UPDATE OF state ON appeals
  FOR EACH ROW WHEN (OLD.state = 'open' AND NEW.state <> 'open') EXECUTE FUNCTION count_appeal();

-- The past. Open appeals of deleted accounts are gone.
INSERT INTO appeal_counts (month, outcome, appeals)
SELECT date_trunc('month', at AT TIME ZONE 'UTC'), outcome, count(*)
FROM appeals CROSS JOIN LATERAL (
  VALUES ('received', created_at), (state, settled_at)
) AS happened (outcome, at)
WHERE at IS NOT NULL GROUP BY 1, 2;
