-- Writes a group of votes, at most one per account and submission; choice 0 withdraws a vote. Applies the rules
-- that hold votes (docs/decisions/0020-hold-suspicious-votes.md). Returns the new state of each public submission
-- among the targets, with the accounts of the group that were refused because they are suspended.
--
-- Each statement sees all commits before it began (READ COMMITTED). In a single statement the snapshot would be
-- older than the locks, and a withdrawal would not find a vote that another instance committed in the meantime.
--
-- A group is plain if no rule can hold one of its votes, which is the usual case. Then the large statements do not
-- run: preparing them for execution takes longer than counting the votes.
--
-- Arguments, by ballot: `mailboxes` are voter ids, `joined` the times when the accounts were created, `networks`
-- the keys of `newcomers`, `bursts` whether the vote exceeds the usual number of its network. Voter id and
-- network may be NULL.
--
-- `LIMIT 1` and `OFFSET 0` in subqueries force lookups by key.
CREATE FUNCTION cast_votes(
  accounts uuid[], targets text[], choices smallint[], requests text[], subject text,
  mailboxes uuid[], joined timestamptz[], networks text[], bursts boolean[]
) RETURNS TABLE (submission submissions, username text, refused uuid[], is_unusual boolean)
LANGUAGE plpgsql
-- One plan for every group, because planning takes longer than counting the votes. It must use indexes even
-- if it is made while the tables are empty, because a connection keeps it.
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
SET enable_memoize = off
SET search_path FROM CURRENT
AS $$
#variable_conflict use_column
DECLARE
  is_any_young boolean;
  is_any_unknown boolean;
  is_plain boolean;
  -- By ballot. NULL for a plain group: `rules` and `old_rules` are the rules by which the vote is and was held,
  -- `voids` whether a decision voided it, `refusals` whether the account is suspended.
  old_values smallint[];
  rules text[];
  old_rules text[];
  voids boolean[];
  refusals boolean[];
  firsts boolean[];
  newborns boolean[];
  refused_accounts uuid[] := '{}';
BEGIN
  SELECT bool_or(ballot.joined_at > now() - interval '7 days'),
    bool_or(ballot.voter_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM voters WHERE voters.user_id = ballot.account OFFSET 0))
  INTO is_any_young, is_any_unknown
  FROM unnest(accounts, mailboxes, joined) AS ballot (account, voter_id, joined_at);

  -- All transactions lock in this order, which prevents deadlocks: voters, networks, submissions by id.
  IF is_any_unknown THEN
    INSERT INTO voters (user_id, voter_id)
    SELECT DISTINCT known.user_id, known.voter_id
    FROM unnest(accounts, mailboxes) AS known (user_id, voter_id)
    WHERE known.voter_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM voters WHERE voters.user_id = known.user_id OFFSET 0)
      AND NOT EXISTS (SELECT FROM authors WHERE authors.id = known.user_id AND suspended OFFSET 0)
    ORDER BY known.user_id
    ON CONFLICT DO NOTHING;
  END IF;

  IF is_any_young THEN
    -- Young accounts vote in one group at a time, so that their limits are counted exactly.
    PERFORM FROM voters
    WHERE user_id = ANY (ARRAY(
      SELECT ballot.account FROM unnest(accounts, joined) AS ballot (account, joined_at)
      WHERE ballot.joined_at > now() - interval '7 days'
    )) ORDER BY user_id FOR NO KEY UPDATE;

    INSERT INTO newcomers AS known (network, voter_ids)
    SELECT ballot.network, (array_agg(DISTINCT voters.voter_id))[1:3]
    FROM unnest(accounts, choices, joined, networks) AS ballot (account, choice, joined_at, network)
    CROSS JOIN LATERAL (
      SELECT voter_id FROM voters WHERE voters.user_id = ballot.account LIMIT 1
    ) AS voters
    WHERE ballot.network IS NOT NULL AND ballot.choice <> 0
      AND ballot.joined_at > now() - interval '7 days'
      AND NOT EXISTS (SELECT FROM authors WHERE authors.id = ballot.account AND suspended OFFSET 0)
    GROUP BY ballot.network ORDER BY ballot.network
    ON CONFLICT (network) DO UPDATE SET voter_ids = (
        known.voter_ids
        || ARRAY(SELECT unnest(excluded.voter_ids) EXCEPT SELECT unnest(known.voter_ids))
      )[1:3]
      WHERE cardinality(known.voter_ids) < 3;
  END IF;

  PERFORM FROM submissions WHERE id = ANY (targets) ORDER BY id FOR NO KEY UPDATE;

  SELECT NOT is_any_young AND bool_and(is_unruled), array_agg(old_value ORDER BY place)
  INTO is_plain, old_values
  FROM (
    SELECT ballot.place, votes.value AS old_value, NOT ballot.is_burst
      AND EXISTS (
        SELECT FROM submissions WHERE submissions.id = ballot.target AND approved OFFSET 0
      )
      AND NOT EXISTS (
        SELECT FROM authors WHERE authors.id = ballot.account AND suspended OFFSET 0
      )
      AND NOT EXISTS (
        SELECT FROM holds
        WHERE holds.user_id = ballot.account AND holds.submission_id = ballot.target OFFSET 0
      )
      AND NOT EXISTS (
        SELECT FROM (
          SELECT voter_id FROM voters WHERE voters.user_id = ballot.account LIMIT 1
        ) AS own
        CROSS JOIN LATERAL (
          SELECT FROM voters AS alias
          WHERE alias.voter_id = own.voter_id AND alias.user_id <> ballot.account LIMIT 1
        ) AS alias
      ) AS is_unruled
    FROM unnest(accounts, targets, bursts) WITH ORDINALITY
      AS ballot (account, target, is_burst, place)
    LEFT JOIN LATERAL (
      SELECT value FROM votes
      WHERE votes.user_id = ballot.account AND votes.submission_id = ballot.target LIMIT 1
    ) AS votes ON true
  ) AS ballots;

  IF NOT is_plain THEN
    -- Replaces the arguments by the ballots on public submissions.
    WITH ballots AS MATERIALIZED (
      SELECT ballot.account, ballot.target, ballot.choice, ballot.request, ballot.network,
        ballot.is_burst, ballot.place,
        coalesce(voters.voter_id, ballot.account) AS voter_id,
        votes.value AS old_value, holds.rule AS old_rule, holds.voided_by IS NOT NULL AS is_void,
        coalesce((SELECT suspended FROM authors WHERE authors.id = ballot.account), false)
          AS is_refused,
        ballot.joined_at > now() - interval '7 days' AS is_young,
        ballot.joined_at > now() - interval '1 day' AS is_newborn
      FROM unnest(accounts, targets, choices, requests, joined, networks, bursts) WITH ORDINALITY
        AS ballot (account, target, choice, request, joined_at, network, is_burst, place)
      CROSS JOIN LATERAL (
        SELECT FROM submissions WHERE submissions.id = ballot.target AND approved LIMIT 1
      ) AS public
      LEFT JOIN LATERAL (
        SELECT voter_id FROM voters WHERE voters.user_id = ballot.account LIMIT 1
      ) AS voters ON true
      LEFT JOIN LATERAL (
        SELECT value FROM votes
        WHERE votes.user_id = ballot.account AND votes.submission_id = ballot.target LIMIT 1
      ) AS votes ON true
      LEFT JOIN LATERAL (
        SELECT rule, voided_by FROM holds
        WHERE holds.user_id = ballot.account AND holds.submission_id = ballot.target LIMIT 1
      ) AS holds ON true
    ), counted AS (
      -- Ballots of a kind in this group up to each ballot. The window orders need only two sorts.
      SELECT *,
        count(*) FILTER (WHERE is_first)
          OVER (PARTITION BY target, voter_id ORDER BY place) AS of_mailbox,
        count(*) FILTER (WHERE is_first)
          OVER (PARTITION BY voter_id ORDER BY target, place) AS of_voter,
        count(*) FILTER (WHERE is_new_down)
          OVER (PARTITION BY voter_id ORDER BY target, place) AS downs_of_voter
      FROM (
        SELECT *, choice <> 0 AND NOT is_refused AND old_rule IS NULL AND old_value IS NULL
            AS is_first,
          choice = -1 AND NOT is_refused AND old_rule IS NULL AND old_value IS DISTINCT FROM -1
            AS is_new_down
        FROM ballots
      ) AS ballots
    ), judged_alone AS MATERIALIZED (
      SELECT *, CASE
        WHEN is_refused THEN NULL
        WHEN old_rule IS NOT NULL THEN old_rule
        WHEN is_first AND (of_mailbox > 1 OR EXISTS (
          SELECT FROM voters AS alias
          LEFT JOIN LATERAL (
            SELECT value FROM votes
            WHERE votes.user_id = alias.user_id AND votes.submission_id = target LIMIT 1
          ) AS votes ON true
          LEFT JOIN LATERAL (
            SELECT rule, voided_by FROM holds
            WHERE holds.user_id = alias.user_id AND holds.submission_id = target LIMIT 1
          ) AS holds ON true
          WHERE alias.voter_id = counted.voter_id AND alias.user_id <> account
            AND (votes.value IS NOT NULL AND holds.rule IS NULL OR holds.voided_by IS NOT NULL)
        )) THEN 'mailbox'
        WHEN NOT is_young THEN NULL
        WHEN is_first AND network IS NOT NULL AND NOT EXISTS (
          SELECT FROM newcomers
          WHERE newcomers.network = counted.network AND counted.voter_id = ANY (voter_ids)
        ) THEN 'network'
        WHEN is_first AND is_newborn AND of_voter + (
          SELECT count(*) FROM voters AS alias
          CROSS JOIN LATERAL (
            SELECT user_id, submission_id, value, created_at FROM votes
            WHERE votes.user_id = alias.user_id OFFSET 0
          ) AS votes
          WHERE alias.voter_id = counted.voter_id AND NOT EXISTS (
            SELECT FROM holds
            WHERE holds.user_id = votes.user_id AND holds.submission_id = votes.submission_id
            OFFSET 0
          )
        ) > 30 THEN 'first-day'
        WHEN is_new_down AND downs_of_voter + (
          SELECT count(*) FROM voters AS alias
          CROSS JOIN LATERAL (
            SELECT user_id, submission_id, value, created_at FROM votes
            WHERE votes.user_id = alias.user_id OFFSET 0
          ) AS votes
          WHERE alias.voter_id = counted.voter_id AND value = -1
            AND created_at > now() - interval '1 day' AND NOT EXISTS (
              SELECT FROM holds
              WHERE holds.user_id = votes.user_id AND holds.submission_id = votes.submission_id
              OFFSET 0
            )
        ) > 10 THEN 'down-votes'
      END AS own_rule
      FROM counted
    ), beyond_newborn AS (
      -- Only votes that count use up the limit per hour, and each voter uses it up once.
      SELECT account, target FROM (
        SELECT account, target, coalesce(cardinality(voter_ids), 0)
          + row_number() OVER (PARTITION BY target ORDER BY place) AS newborn
        FROM judged_alone
        LEFT JOIN LATERAL (
          SELECT voter_ids FROM newborn_voters
          WHERE newborn_voters.submission_id = target AND since > now() - interval '1 hour' LIMIT 1
        ) AS taken ON true
        WHERE is_first AND is_newborn AND own_rule IS NULL
          AND NOT coalesce(voter_id = ANY (voter_ids), false)
      ) AS numbered WHERE newborn > 30
    )
    SELECT array_agg(account ORDER BY place), array_agg(target ORDER BY place),
      array_agg(choice ORDER BY place), array_agg(request ORDER BY place),
      array_agg(voter_id ORDER BY place), array_agg(is_burst ORDER BY place),
      array_agg(old_value ORDER BY place), array_agg(old_rule ORDER BY place),
      array_agg(is_void ORDER BY place), array_agg(is_refused ORDER BY place),
      array_agg(is_first ORDER BY place), array_agg(is_newborn ORDER BY place),
      array_agg(CASE
        WHEN is_first AND is_newborn AND own_rule IS NULL
          AND (account, target) IN (SELECT account, target FROM beyond_newborn) THEN 'newborn'
        ELSE own_rule
      END ORDER BY place),
      coalesce(array_agg(account) FILTER (WHERE is_refused), '{}')
    INTO accounts, targets, choices, requests, mailboxes, bursts, old_values, old_rules, voids,
      refusals, firsts, newborns, rules, refused_accounts
    FROM judged_alone;

    WITH judged AS MATERIALIZED (
      SELECT * FROM unnest(
        accounts, targets, choices, mailboxes, bursts, old_values, old_rules, voids, firsts,
        newborns, rules, refusals
      ) AS ballot (
        account, target, choice, voter_id, is_burst, old_value, old_rule, is_void, is_first,
        is_newborn, rule, is_refused
      ) WHERE NOT is_refused
    ), held AS (
      INSERT INTO holds (submission_id, user_id, rule)
      SELECT target, account, rule FROM judged
      WHERE choice <> 0 AND rule IS NOT NULL AND old_rule IS NULL
    ), released AS (
      -- A withdrawn vote needs no decision.
      DELETE FROM holds USING judged
      WHERE user_id = account AND submission_id = target AND choice = 0 AND NOT is_void
        AND user_id = ANY (ARRAY(SELECT account FROM judged WHERE choice = 0))
        AND submission_id = ANY (ARRAY(SELECT target FROM judged WHERE choice = 0))
    ), activity AS (
      INSERT INTO unusual_activity AS known (submission_id, held, crowd, burst, burst_since)
      SELECT target, held, crowd, burst, CASE WHEN burst > 0 THEN now() END
      FROM (
        SELECT target,
          sum(CASE WHEN choice <> 0 AND rule IS NOT NULL AND old_rule IS NULL THEN 1
            WHEN choice = 0 AND old_rule IS NOT NULL AND NOT is_void THEN -1 ELSE 0 END) AS held,
          sum(CASE WHEN rule IS DISTINCT FROM 'newborn' THEN 0
            WHEN choice <> 0 AND old_rule IS NULL THEN 1
            WHEN choice = 0 AND old_rule IS NOT NULL AND NOT is_void THEN -1 ELSE 0 END) AS crowd,
          count(*) FILTER (WHERE is_first AND is_burst AND rule IS NULL) AS burst
        FROM judged WHERE old_value IS DISTINCT FROM nullif(choice, 0) GROUP BY target
      ) AS changes
      WHERE held <> 0 OR crowd <> 0 OR burst > 0
      ON CONFLICT (submission_id) DO UPDATE SET
        held = known.held + excluded.held, crowd = known.crowd + excluded.crowd,
        burst = known.burst + excluded.burst,
        burst_since = coalesce(known.burst_since, excluded.burst_since), latest_at = now()
    )
    INSERT INTO newborn_voters AS known (submission_id, since, voter_ids)
    SELECT target, now(), coalesce(array_agg(voter_id) FILTER (WHERE is_first), '{}')
    FROM judged
    WHERE is_newborn AND rule IS NULL AND (is_first OR choice = 0 AND old_value IS NOT NULL)
    GROUP BY target
    ON CONFLICT (submission_id) DO UPDATE SET
      since = CASE WHEN known.since > now() - interval '1 hour' THEN known.since ELSE now() END,
      voter_ids = CASE WHEN known.since > now() - interval '1 hour' THEN ARRAY(
        (SELECT unnest(known.voter_ids) EXCEPT SELECT voter_id FROM judged
          WHERE target = known.submission_id AND choice = 0 AND rule IS NULL)
        UNION SELECT unnest(excluded.voter_ids)
      ) ELSE excluded.voter_ids END;
  END IF;

  INSERT INTO votes (user_id, submission_id, value)
  SELECT account, target, choice
  FROM unnest(accounts, targets, choices, old_values, refusals)
    AS ballot (account, target, choice, old_value, is_refused)
  WHERE choice <> 0 AND is_refused IS NOT TRUE AND old_value IS DISTINCT FROM choice
  -- A changed vote is a new vote.
  ON CONFLICT (user_id, submission_id) DO UPDATE
    SET value = excluded.value, created_at = excluded.created_at;

  IF 0 = ANY (choices) THEN
    DELETE FROM votes USING unnest(accounts, targets, choices, refusals)
      AS ballot (account, target, choice, is_refused)
    WHERE user_id = account AND submission_id = target
      AND choice = 0 AND is_refused IS NOT TRUE
      AND user_id = ANY (accounts) AND submission_id = ANY (targets);
  END IF;

  RETURN QUERY
  WITH changes AS MATERIALIZED (
    SELECT target, max(request) AS request,
      sum(CASE WHEN rule IS NULL OR choice = 0 THEN choice ELSE 0 END
        - CASE WHEN old_rule IS NULL THEN coalesce(old_value, 0) ELSE 0 END) AS change
    FROM unnest(targets, choices, requests, old_values, old_rules, rules, refusals)
      AS ballot (target, choice, request, old_value, old_rule, rule, is_refused)
    WHERE is_refused IS NOT TRUE AND old_value IS DISTINCT FROM nullif(choice, 0)
    GROUP BY target
  ), changed AS (
    -- Votes that are held or cancel out also make a new version, because their voters see a new response.
    UPDATE submissions SET score = score + change, version = version + 1
    FROM changes WHERE submissions.id = changes.target AND submissions.id = ANY (targets)
    RETURNING submissions
  ), published AS (
    INSERT INTO outbox (subject, payload, request_id)
    SELECT cast_votes.subject,
      jsonb_build_object('changes', jsonb_agg(submission_changed(submissions, 'numbers'))),
      (SELECT max(request) FROM changes)
    FROM changed HAVING count(*) > 0
  ), current AS (
    SELECT submissions FROM changed
    UNION ALL
    SELECT submissions FROM submissions
    WHERE cardinality(targets) > (SELECT count(*) FROM changed)
      AND id = ANY (targets) AND id NOT IN (SELECT target FROM changes)
  )
  SELECT submissions,
    (SELECT authors.username FROM authors WHERE authors.id = (submissions).author_id),
    refused_accounts,
    coalesce(
      (SELECT shows FROM unusual_activity WHERE submission_id = (submissions).id), false
    )
  FROM current;
END $$;
