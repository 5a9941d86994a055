-- What accounts of a group have chosen otherwise, for the responses to their ballots, with one lookup for each ballot.
-- VOLATILE functions read with a snapshot of their own: that of the statement that casts the ballots is older than its
-- locks. `among` are the submissions that were written; the statement gets them first. These functions replace those of
-- 0029_snapshots_of_ballots.sql, which only the previous version calls.

-- Who takes part, after votes.
CREATE FUNCTION choices_after_votes(accounts uuid[], targets text[], among text[])
RETURNS TABLE (submission_id text, participants uuid[]) LANGUAGE plpgsql VOLATILE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET search_path FROM CURRENT AS $$
BEGIN
  RETURN QUERY SELECT target, array_agg(account)
  FROM unnest(accounts, targets) AS ballot (account, target)
  WHERE target = ANY (among) AND EXISTS (
    SELECT FROM participations AS joined
    WHERE joined.user_id = account AND joined.submission_id = target OFFSET 0
  )
  GROUP BY target;
END $$;

-- Who has voted up and down, and whether everyone sees the mark of unusual activity, after joins.
CREATE FUNCTION choices_after_joins(accounts uuid[], targets text[], among text[])
RETURNS TABLE (submission_id text, ups uuid[], downs uuid[], is_unusual boolean) LANGUAGE plpgsql VOLATILE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET search_path FROM CURRENT AS $$
BEGIN
  RETURN QUERY SELECT target,
    coalesce(array_agg(account) FILTER (WHERE value = 1), '{}'),
    coalesce(array_agg(account) FILTER (WHERE value = -1), '{}'),
    coalesce((SELECT shows FROM unusual_activity AS activity WHERE activity.submission_id = target), false)
  FROM unnest(accounts, targets) AS ballot (account, target)
  LEFT JOIN LATERAL (
    SELECT votes.value FROM votes WHERE votes.user_id = account AND votes.submission_id = target LIMIT 1
  ) AS own ON true
  WHERE target = ANY (among)
  GROUP BY target;
END $$;
