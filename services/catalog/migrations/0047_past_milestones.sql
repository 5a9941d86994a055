-- Adds the milestones that submissions reached before timelines existed, at the time of the vote or join that reached
-- them. Only those that count now are known. The job that looks for lost milestones would add them with today's date.
CREATE FUNCTION add_past_milestones(milestones integer[]) RETURNS void
LANGUAGE sql VOLATILE SET search_path FROM CURRENT
BEGIN ATOMIC
  INSERT INTO occurrences (submission_id, kind, at, details, key)
  SELECT submission_id, 'milestone', min(created_at),
    jsonb_build_object('measure', measure, 'value', milestone), measure || ':' || milestone
  FROM (
    SELECT 'score' AS measure, submission_id, votes.created_at, sum(value) OVER (
      PARTITION BY submission_id ORDER BY votes.created_at, user_id
    ) AS number
    FROM votes JOIN submissions ON submissions.id = submission_id AND score >= 10
    WHERE NOT EXISTS (
      SELECT FROM holds
      WHERE holds.submission_id = votes.submission_id AND holds.user_id = votes.user_id
    )
    UNION ALL
    SELECT 'participants', submission_id, participations.created_at, sum(value) OVER (
      PARTITION BY submission_id ORDER BY participations.created_at, user_id
    )
    FROM participations JOIN submissions ON submissions.id = submission_id AND participant_count >= 10
    WHERE NOT EXISTS (
      SELECT FROM participation_holds AS held
      WHERE held.submission_id = participations.submission_id AND held.user_id = participations.user_id
    )
  ) AS numbers
  JOIN unnest(milestones) AS reached (milestone) ON number >= milestone
  GROUP BY submission_id, measure, milestone
  ON CONFLICT DO NOTHING;
END;
SELECT add_past_milestones('{10,50,100,500,1000,5000,10000,50000,100000}');
