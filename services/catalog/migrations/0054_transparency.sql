-- The figures of the transparency page, by month in UTC (docs/decisions/0050-transparency.md).

CREATE FUNCTION month_of(at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE
RETURN date_trunc('month', at AT TIME ZONE 'UTC')::date;

-- Public figures.
CREATE TABLE transparency_figures (
  month date NOT NULL,
  figure text NOT NULL CHECK (figure IN (
    'decisions', 'median-hours', 'released', 'voided', 'appeals', 'notices', 'responses'
  )),
  -- The kind of decisions, or the outcome of appeals and notices. Empty: all.
  kind text NOT NULL DEFAULT '',
  -- Empty: none.
  reason text NOT NULL DEFAULT '',
  value bigint NOT NULL,
  PRIMARY KEY (month, figure, kind, reason)
);

-- Flags and held votes that are not published yet. Without a key, so that concurrent votes do not wait for each other.
CREATE TABLE uncounted_events (
  figure text NOT NULL CHECK (figure IN ('flags', 'held')),
  month date NOT NULL,
  -- Hashes of the account and of the flag or submission, which differ from month to month.
  account bigint NOT NULL,
  subject bigint NOT NULL
);

-- Figures that could reveal what one person did. The published number changes once a day, and only if at least ten
-- accounts add to it.
CREATE TABLE guarded_figures (
  month date NOT NULL,
  figure text NOT NULL CHECK (figure IN ('flags', 'held')),
  published bigint NOT NULL,
  PRIMARY KEY (month, figure)
);

CREATE FUNCTION note_event(figure text, at timestamptz, account uuid, subject text) RETURNS void
LANGUAGE sql SET search_path FROM CURRENT
BEGIN ATOMIC
  INSERT INTO uncounted_events (figure, month, account, subject)
  SELECT figure, month, hashtextextended(account::text, seed), hashtextextended(subject, seed)
  FROM month_of(at) AS month, LATERAL (SELECT extract(epoch FROM month)::bigint) AS seeds (seed);
END;

-- The first of the flags that a decision closed, until the decision is counted.
CREATE TABLE first_flags (
  decision_id uuid PRIMARY KEY,
  at timestamptz NOT NULL
);

-- Decisions by the number of whole hours since the first flag. The medians are computed from these few rows.
CREATE TABLE decision_hours (
  month date NOT NULL,
  -- Empty: all kinds.
  kind text NOT NULL,
  hours integer NOT NULL,
  decisions bigint NOT NULL,
  PRIMARY KEY (month, kind, hours)
);

-- Counts new rows of public_decisions. Rows are locked in the order of the key, so that concurrent calls cannot deadlock.
CREATE FUNCTION count_decisions(positions bigint[]) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO transparency_figures AS known (month, figure, kind, reason, value)
  SELECT month_of((entry ->> 'decidedAt')::timestamptz) AS month, figure, kind, reason, sum(value)
  FROM public_decisions CROSS JOIN LATERAL (
    VALUES ('decisions', entry ->> 'kind', coalesce(entry ->> 'reasonCode', ''), 1),
      (CASE entry ->> 'kind' WHEN 'release-votes' THEN 'released' WHEN 'void-votes' THEN 'voided'
        WHEN 'void-account-votes' THEN 'voided' END, '', '', (entry ->> 'voteCount')::bigint)
  ) AS counted (figure, kind, reason, value)
  WHERE position = ANY (positions) AND figure IS NOT NULL AND value > 0
  GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (month, figure, kind, reason) DO UPDATE SET value = known.value + excluded.value;

  WITH flagged AS (
    DELETE FROM first_flags USING public_decisions
    WHERE position = ANY (positions) AND decision_id = (entry ->> 'decisionId')::uuid
    RETURNING at, entry ->> 'kind' AS kind, (entry ->> 'decidedAt')::timestamptz AS decided_at
  )
  INSERT INTO decision_hours AS known (month, kind, hours, decisions)
  SELECT month_of(decided_at), counted_as, greatest(0, floor(extract(epoch FROM decided_at - at) / 3600)),
    count(*)
  FROM flagged CROSS JOIN LATERAL (VALUES (''), (kind)) AS kinds (counted_as)
  -- A merge closes the flags of those who have flagged both submissions. It does not decide about them.
  WHERE kind <> 'merge'
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (month, kind, hours) DO UPDATE SET decisions = known.decisions + excluded.decisions;

  INSERT INTO transparency_figures AS known (month, figure, kind, value)
  SELECT month, 'median-hours', kind, min(hours) FROM (
    SELECT month, kind, hours, sum(decisions) OVER (PARTITION BY month, kind ORDER BY hours) AS up_to,
      sum(decisions) OVER (PARTITION BY month, kind) AS decisions
    FROM decision_hours WHERE month IN (
      SELECT month_of((entry ->> 'decidedAt')::timestamptz) FROM public_decisions
      WHERE position = ANY (positions)
    )
  ) AS waits
  WHERE decisions >= 10 AND 2 * up_to >= decisions
  GROUP BY month, kind ORDER BY month, kind
  ON CONFLICT (month, figure, kind, reason) DO UPDATE SET value = excluded.value
  WHERE known.value <> excluded.value;
END $$;

CREATE FUNCTION count_new_decisions() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM count_decisions(ARRAY(SELECT position FROM added));
  RETURN NULL;
END $$;
CREATE TRIGGER count_new_decisions AFTER INSERT ON public_decisions
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_new_decisions();

CREATE FUNCTION count_response() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO transparency_figures AS known (month, figure, value)
  VALUES (month_of(NEW.created_at), 'responses', 1)
  ON CONFLICT (month, figure, kind, reason) DO UPDATE SET value = known.value + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER count_response AFTER INSERT ON responses
  FOR EACH ROW EXECUTE FUNCTION count_response();

CREATE FUNCTION note_flag() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM note_event('flags', NEW.created_at, NEW.user_id, NEW.id::text);
  RETURN NULL;
END $$;

CREATE FUNCTION note_first_flags() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO first_flags AS known (decision_id, at)
  SELECT after.closed_by, min(after.created_at) FROM after JOIN before USING (id)
  WHERE before.closed_by IS NULL AND after.closed_by IS NOT NULL
  GROUP BY after.closed_by ORDER BY after.closed_by
  ON CONFLICT (decision_id) DO UPDATE SET at = least(known.at, excluded.at);
  RETURN NULL;
END $$;

DO $$
DECLARE
  flags text;
BEGIN
  FOREACH flags IN ARRAY ARRAY['flags', 'comment_flags', 'response_flags', 'alternative_flags'] LOOP
    EXECUTE format('CREATE TRIGGER note_flag AFTER INSERT ON %I
      FOR EACH ROW EXECUTE FUNCTION note_flag()', flags);
    EXECUTE format('CREATE TRIGGER note_first_flags AFTER UPDATE ON %I
      REFERENCING OLD TABLE AS before NEW TABLE AS after
      FOR EACH STATEMENT EXECUTE FUNCTION note_first_flags()', flags);
  END LOOP;
END $$;

CREATE FUNCTION note_held_vote() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM note_event('held', NEW.held_at, NEW.user_id, NEW.submission_id);
  RETURN NULL;
END $$;
-- Merges write holds again, with their earlier times. The votes of suspended accounts are voided without being held.
CREATE TRIGGER note_held_vote AFTER INSERT ON holds
  FOR EACH ROW WHEN (NEW.voided_by IS NULL AND NEW.held_at >= statement_timestamp())
  EXECUTE FUNCTION note_held_vote();

-- The past. Flags of deleted accounts and comments are gone.
WITH every_flag AS (
  SELECT user_id, created_at, closed_by FROM flags
  UNION ALL SELECT user_id, created_at, closed_by FROM comment_flags
  UNION ALL SELECT user_id, created_at, closed_by FROM response_flags
  UNION ALL SELECT user_id, created_at, closed_by FROM alternative_flags
), noted AS (
  INSERT INTO first_flags (decision_id, at)
  SELECT closed_by, min(created_at) FROM every_flag WHERE closed_by IS NOT NULL GROUP BY closed_by
)
INSERT INTO guarded_figures (month, figure, published)
SELECT month_of(created_at), 'flags', count(*) FROM every_flag
GROUP BY 1 HAVING count(DISTINCT user_id) >= 10;

SELECT count_decisions(ARRAY(SELECT position FROM public_decisions));

INSERT INTO transparency_figures (month, figure, value)
SELECT month_of(created_at), 'responses', count(*) FROM responses GROUP BY 1;

-- A released vote has no hold any more; it counts in the month of its release.
INSERT INTO guarded_figures (month, figure, published)
SELECT month, 'held', sum(votes) FROM (
  SELECT month_of(held_at) AS month, count(*) AS votes FROM holds WHERE rule <> 'suspended' GROUP BY 1
  UNION ALL SELECT month, value FROM transparency_figures WHERE figure = 'released'
) AS held GROUP BY month HAVING sum(votes) >= 10;
