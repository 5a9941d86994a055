-- What accounts of a group have chosen otherwise, for the responses to their ballots. VOLATILE functions read with a
-- snapshot of their own: that of the statement that casts the ballots is older than its locks.

-- Those who take part, after votes.
CREATE FUNCTION participants_among(accounts uuid[], of_submission text) RETURNS uuid[]
LANGUAGE plpgsql VOLATILE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET search_path FROM CURRENT AS $$
BEGIN
  RETURN ARRAY(
    SELECT user_id FROM participations WHERE user_id = ANY (accounts) AND submission_id = of_submission
  );
END $$;

-- Those who have cast this vote, after joins.
CREATE FUNCTION voters_among(accounts uuid[], of_submission text, of_value integer) RETURNS uuid[]
LANGUAGE plpgsql VOLATILE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET search_path FROM CURRENT AS $$
BEGIN
  RETURN ARRAY(
    SELECT user_id FROM votes
    WHERE user_id = ANY (accounts) AND submission_id = of_submission AND value = of_value
  );
END $$;

-- Whether everyone sees the mark of unusual activity, after joins.
CREATE FUNCTION shows_unusual_activity(of_submission text) RETURNS boolean
LANGUAGE plpgsql VOLATILE SET search_path FROM CURRENT AS $$
BEGIN
  RETURN coalesce((SELECT shows FROM unusual_activity WHERE submission_id = of_submission), false);
END $$;
