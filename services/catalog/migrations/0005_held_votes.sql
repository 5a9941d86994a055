-- Whose voting right an account uses: accounts of one mailbox share it. What stands here first stays, so
-- that a new key for those ids splits nobody who was one.
CREATE TABLE voters (
  user_id uuid PRIMARY KEY,
  voter_id uuid NOT NULL
);
CREATE INDEX voters_of_mailbox ON voters (voter_id);

-- A vote with a row here is shown to its voter as cast and does not count. One that is voided stays so
-- when it is taken back and cast again, also by another account of the mailbox.
CREATE TABLE holds (
  submission_id text COLLATE "C" NOT NULL REFERENCES submissions (id) ON DELETE CASCADE,
  user_id uuid NOT NULL,
  rule text NOT NULL
    CHECK (rule IN ('mailbox', 'first-day', 'down-votes', 'network', 'newborn', 'suspended')),
  held_at timestamptz NOT NULL DEFAULT now(),
  -- The decision that it never counts; without one it waits.
  voided_by uuid,
  PRIMARY KEY (submission_id, user_id)
);
CREATE INDEX holds_of_user ON holds (user_id);

-- What everyone may know of a submission's votes, and administrators should look at. No row: nothing.
CREATE TABLE unusual_activity (
  submission_id text COLLATE "C" PRIMARY KEY REFERENCES submissions (id) ON DELETE CASCADE,
  -- Holds that wait, exactly. Never negative, but for rows that are only there to be subtracted.
  held integer NOT NULL DEFAULT 0,
  -- Counted votes beyond those of a usual hour from one network.
  burst integer NOT NULL DEFAULT 0,
  burst_since timestamptz,
  latest_at timestamptz NOT NULL DEFAULT now(),
  -- Not with the first held vote: whoever casts one could see at once that it is held.
  shows boolean NOT NULL GENERATED ALWAYS AS (held >= 5 OR burst > 0) STORED
);

-- The first new voters of a day from each network, which is a keyed hash of its address and the day.
CREATE TABLE newcomers (
  network text PRIMARY KEY,
  voter_ids uuid[] NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now()
);

-- How many newborn accounts have voted on a submission in the hour that began then.
CREATE TABLE newborn_votes (
  submission_id text COLLATE "C" PRIMARY KEY REFERENCES submissions (id) ON DELETE CASCADE,
  since timestamptz NOT NULL,
  votes integer NOT NULL
);

ALTER TABLE applied_decisions ADD COLUMN vote_count integer;

-- What a decision to void the votes of a suspended account did.
CREATE TABLE voided_accounts (
  decision_id uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  vote_count integer NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
);

-- Writes votes that wait together: at most one per account and submission; choice 0 takes a vote back.
-- Holds those that a rule does not let count. Answers each public submission among the targets as it then
-- stands, and which accounts were refused.
--
-- A function because under READ COMMITTED each of its statements sees what was committed before it began.
-- In one statement, the snapshot would be older than the locks, and a withdrawal would not find a vote
-- that another instance committed while it waited.
--
-- `mailboxes` are voter ids or NULL, `joined` when accounts were made, `networks` keys as in `newcomers` or NULL,
-- `bursts` whether a vote is one too many of its network.
CREATE FUNCTION cast_votes(
  accounts uuid[], targets text[], choices smallint[], requests text[], subject text,
  mailboxes uuid[], joined timestamptz[], networks text[], bursts boolean[]
) RETURNS TABLE (submission submissions, username text, refused uuid[], is_unusual boolean)
LANGUAGE sql VOLATILE
-- One plan for every group, by index whatever the tables held when it was made: to plan anew takes longer
-- than to count the votes, and a plan made for tables that were empty would read them whole.
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
SET enable_memoize = off
BEGIN ATOMIC
  -- Everywhere in one order, so that two groups cannot wait for each other: voters, networks, submissions.
  INSERT INTO voters (user_id, voter_id)
  SELECT DISTINCT known.user_id, known.voter_id
  FROM unnest(accounts, mailboxes) AS known (user_id, voter_id)
  WHERE known.voter_id IS NOT NULL
    AND NOT EXISTS (SELECT FROM voters WHERE voters.user_id = known.user_id)
  ORDER BY known.user_id
  ON CONFLICT DO NOTHING;

  -- The young vote in one group at a time, so that what they may cast is counted exactly.
  SELECT FROM voters
  WHERE user_id IN (
    SELECT ballot.account FROM unnest(accounts, joined) AS ballot (account, joined_at)
    WHERE ballot.joined_at > now() - interval '7 days'
  ) ORDER BY user_id FOR NO KEY UPDATE;

  INSERT INTO newcomers AS known (network, voter_ids)
  SELECT ballot.network, (array_agg(DISTINCT voters.voter_id))[1:3]
  FROM unnest(accounts, choices, joined, networks) AS ballot (account, choice, joined_at, network)
  JOIN voters ON voters.user_id = ballot.account
  WHERE ballot.network IS NOT NULL AND ballot.choice <> 0
    AND ballot.joined_at > now() - interval '7 days'
  GROUP BY ballot.network ORDER BY ballot.network
  ON CONFLICT (network) DO UPDATE SET voter_ids = (
      known.voter_ids
      || ARRAY(SELECT unnest(excluded.voter_ids) EXCEPT SELECT unnest(known.voter_ids))
    )[1:3]
    WHERE cardinality(known.voter_ids) < 3;

  SELECT FROM submissions WHERE id = ANY (targets) ORDER BY id FOR NO KEY UPDATE;

  WITH ballots AS MATERIALIZED (
    SELECT ballot.account, ballot.target, ballot.choice, ballot.request, ballot.network,
      ballot.is_burst, ballot.place,
      coalesce(voters.voter_id, ballot.account) AS voter_id,
      votes.value AS old_value, holds.rule AS old_rule, holds.voided_by IS NOT NULL AS is_void,
      EXISTS (SELECT FROM authors WHERE authors.id = ballot.account AND suspended) AS is_refused,
      ballot.joined_at > now() - interval '7 days' AS is_young,
      ballot.joined_at > now() - interval '1 day' AS is_newborn
    FROM unnest(accounts, targets, choices, requests, joined, networks, bursts) WITH ORDINALITY
      AS ballot (account, target, choice, request, joined_at, network, is_burst, place)
    JOIN submissions ON submissions.id = ballot.target AND approved
    LEFT JOIN voters ON voters.user_id = ballot.account
    LEFT JOIN votes ON votes.user_id = ballot.account AND votes.submission_id = ballot.target
    LEFT JOIN holds ON holds.user_id = ballot.account AND holds.submission_id = ballot.target
  ), counted AS (
    -- How many of a kind stand in this group up to each ballot, in orders that need two sorts only.
    SELECT *,
      count(*) FILTER (WHERE is_first)
        OVER (PARTITION BY target, voter_id ORDER BY place) AS of_mailbox,
      count(*) FILTER (WHERE is_first AND is_newborn)
        OVER (PARTITION BY target ORDER BY voter_id, place) AS newborn,
      count(*) FILTER (WHERE is_first)
        OVER (PARTITION BY voter_id ORDER BY target, place) AS of_voter,
      count(*) FILTER (WHERE is_new_down)
        OVER (PARTITION BY voter_id ORDER BY target, place) AS downs_of_voter
    FROM (
      SELECT *, choice <> 0 AND NOT is_refused AND old_rule IS NULL AND old_value IS NULL AS is_first,
        choice = -1 AND NOT is_refused AND old_rule IS NULL AND old_value IS DISTINCT FROM -1
          AS is_new_down
      FROM ballots
    ) AS ballots
  ), judged AS MATERIALIZED (
    SELECT *, CASE
      WHEN is_refused THEN NULL
      WHEN old_rule IS NOT NULL THEN old_rule
      WHEN is_first AND (of_mailbox > 1 OR EXISTS (
        SELECT FROM voters AS alias
        LEFT JOIN votes ON votes.user_id = alias.user_id AND votes.submission_id = target
        LEFT JOIN holds ON holds.user_id = alias.user_id AND holds.submission_id = target
        WHERE alias.voter_id = counted.voter_id AND alias.user_id <> account
          AND (votes.value IS NOT NULL AND holds.rule IS NULL OR holds.voided_by IS NOT NULL)
      )) THEN 'mailbox'
      WHEN NOT is_young THEN NULL
      WHEN is_first AND network IS NOT NULL AND NOT EXISTS (
        SELECT FROM newcomers
        WHERE newcomers.network = counted.network AND counted.voter_id = ANY (voter_ids)
      ) THEN 'network'
      WHEN is_first AND is_newborn AND newborn + coalesce((
        SELECT votes FROM newborn_votes
        WHERE submission_id = target AND since > now() - interval '1 hour'
      ), 0) > 30 THEN 'newborn'
      WHEN is_first AND is_newborn AND of_voter + (
        SELECT count(*) FROM voters AS alias JOIN votes ON votes.user_id = alias.user_id
        WHERE alias.voter_id = counted.voter_id AND NOT EXISTS (
          SELECT FROM holds
          WHERE holds.user_id = votes.user_id AND holds.submission_id = votes.submission_id
        )
      ) > 30 THEN 'first-day'
      WHEN is_new_down AND downs_of_voter + (
        SELECT count(*) FROM voters AS alias JOIN votes ON votes.user_id = alias.user_id
        WHERE alias.voter_id = counted.voter_id AND value = -1
          AND created_at > now() - interval '1 day' AND NOT EXISTS (
            SELECT FROM holds
            WHERE holds.user_id = votes.user_id AND holds.submission_id = votes.submission_id
          )
      ) > 10 THEN 'down-votes'
    END AS rule
    FROM counted
  ), placed AS (
    INSERT INTO votes (user_id, submission_id, value)
    SELECT account, target, choice FROM judged
    WHERE choice <> 0 AND NOT is_refused AND old_value IS DISTINCT FROM choice
    -- When this choice was cast: a turned vote is a new one.
    ON CONFLICT (user_id, submission_id) DO UPDATE
      SET value = excluded.value, created_at = excluded.created_at
  ), withdrawn AS (
    DELETE FROM votes USING judged
    WHERE user_id = account AND submission_id = target AND choice = 0 AND NOT is_refused
  ), held AS (
    INSERT INTO holds (submission_id, user_id, rule)
    SELECT target, account, rule FROM judged
    WHERE choice <> 0 AND rule IS NOT NULL AND old_rule IS NULL
  ), let_go AS (
    -- What is taken back need not be looked at any longer.
    DELETE FROM holds USING judged
    WHERE user_id = account AND submission_id = target
      AND choice = 0 AND NOT is_refused AND NOT is_void
  ), changes AS (
    SELECT target,
      sum(CASE WHEN rule IS NULL OR choice = 0 THEN choice ELSE 0 END
        - CASE WHEN old_rule IS NULL THEN coalesce(old_value, 0) ELSE 0 END) AS change,
      sum(CASE WHEN choice <> 0 AND rule IS NOT NULL AND old_rule IS NULL THEN 1
        WHEN choice = 0 AND old_rule IS NOT NULL AND NOT is_void THEN -1 ELSE 0 END) AS held,
      count(*) FILTER (WHERE is_first AND is_newborn) AS newborn,
      count(*) FILTER (WHERE is_first AND is_burst AND rule IS NULL) AS burst
    FROM judged
    WHERE NOT is_refused AND old_value IS DISTINCT FROM nullif(choice, 0)
    GROUP BY target
  ), noticed AS (
    INSERT INTO unusual_activity AS known (submission_id, held, burst, burst_since)
    SELECT target, held, burst, CASE WHEN burst > 0 THEN now() END FROM changes
    WHERE held <> 0 OR burst > 0
    ON CONFLICT (submission_id) DO UPDATE SET
      held = known.held + excluded.held, burst = known.burst + excluded.burst,
      burst_since = coalesce(known.burst_since, excluded.burst_since), latest_at = now()
    RETURNING submission_id, shows
  ), born AS (
    INSERT INTO newborn_votes AS known (submission_id, since, votes)
    SELECT target, now(), newborn FROM changes WHERE newborn > 0
    ON CONFLICT (submission_id) DO UPDATE SET
      since = CASE WHEN known.since > now() - interval '1 hour' THEN known.since ELSE now() END,
      votes = excluded.votes
        + CASE WHEN known.since > now() - interval '1 hour' THEN known.votes ELSE 0 END
  ), changed AS (
    -- A version for votes that cancel out or are held too: the answer to each of these voters is new.
    UPDATE submissions SET score = score + change, version = version + 1
    FROM changes WHERE submissions.id = changes.target
    RETURNING submissions
  ), told AS (
    INSERT INTO outbox (subject, payload, request_id)
    SELECT cast_votes.subject,
      jsonb_build_object(
        'submissionId', (submissions).id, 'version', (submissions).version,
        'score', (submissions).score, 'commentCount', (submissions).comment_count,
        'approved', (submissions).approved, 'cause', 'numbers'
      ),
      (SELECT max(request) FROM ballots WHERE target = (submissions).id)
    FROM changed
  ), current AS (
    SELECT submissions FROM changed
    UNION ALL
    SELECT submissions FROM submissions
    WHERE id IN (SELECT target FROM ballots) AND id NOT IN (SELECT target FROM changes)
  )
  SELECT submissions, authors.username,
    ARRAY(SELECT account FROM ballots WHERE target = (submissions).id AND is_refused),
    coalesce(
      (SELECT shows FROM noticed WHERE submission_id = (submissions).id),
      (SELECT shows FROM unusual_activity WHERE submission_id = (submissions).id),
      false
    )
  FROM current LEFT JOIN authors ON authors.id = (submissions).author_id;
END;

-- For instances of the release before, which know of no mailboxes, while they are being replaced.
CREATE OR REPLACE FUNCTION cast_votes(
  voters uuid[], targets text[], choices smallint[], requests text[], subject text
) RETURNS TABLE (submission submissions, username text, refused uuid[])
LANGUAGE sql VOLATILE
BEGIN ATOMIC
  SELECT submission, username, refused
  FROM cast_votes(
    cast_votes.voters, targets, choices, requests, subject,
    array_fill(NULL::uuid, ARRAY[cardinality(targets)]),
    array_fill('-infinity'::timestamptz, ARRAY[cardinality(targets)]),
    array_fill(NULL::text, ARRAY[cardinality(targets)]),
    array_fill(false, ARRAY[cardinality(targets)])
  );
END;
