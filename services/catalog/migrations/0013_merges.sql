-- Set while a submission is merged into an older one. Not in public view then: `approved` is false.
ALTER TABLE submissions ADD COLUMN merged_into text COLLATE "C";

-- A merge of two submissions, under the id of its decision.
CREATE TABLE merges (
  id uuid PRIMARY KEY,
  from_id text COLLATE "C" NOT NULL,
  into_id text COLLATE "C" NOT NULL,
  merged_at timestamptz(3) NOT NULL DEFAULT now(),
  -- The sources of the older submission before and after.
  into_sources text,
  joined_sources text,
  -- The burst of the newer submission, which the older one took over.
  burst integer NOT NULL,
  burst_since timestamptz,
  undone_at timestamptz(3),
  -- When the rows below were deleted, because it can no longer be undone.
  final_at timestamptz(3)
);
CREATE INDEX merges_from ON merges (from_id, merged_at);
CREATE INDEX merges_into ON merges (into_id, merged_at);
CREATE INDEX merges_open ON merges (merged_at) WHERE undone_at IS NULL AND final_at IS NULL;

-- The vote and the hold of an account on a submission. Without a vote, only a void hold remains.
CREATE TYPE vote_state AS (
  vote_id uuid,
  value smallint,
  cast_at timestamptz,
  rule text,
  held_at timestamptz,
  voided_by uuid
);

-- The votes that a merge moved or replaced: on both submissions before it, and on the older one after it.
CREATE TABLE merged_votes (
  merge_id uuid NOT NULL,
  user_id uuid NOT NULL,
  from_state vote_state,
  into_state vote_state,
  left_state vote_state,
  PRIMARY KEY (merge_id, user_id)
);
CREATE INDEX merged_votes_of_user ON merged_votes (user_id);

-- The comments and flags that a merge moved.
CREATE TABLE merged_comments (
  comment_id uuid NOT NULL REFERENCES comments (id) ON DELETE CASCADE,
  merge_id uuid NOT NULL,
  PRIMARY KEY (comment_id, merge_id)
);
CREATE INDEX merged_comments_of_merge ON merged_comments (merge_id);
CREATE TABLE merged_flags (
  flag_id uuid NOT NULL REFERENCES flags (id) ON DELETE CASCADE,
  merge_id uuid NOT NULL,
  PRIMARY KEY (flag_id, merge_id)
);
CREATE INDEX merged_flags_of_merge ON merged_flags (merge_id);

-- The state of the older submission before and after a merge or its undoing.
ALTER TABLE applied_decisions ADD COLUMN other jsonb;

-- The state of an account on a submission; NULL if there is none.
CREATE FUNCTION vote_state_of(account uuid, submission text) RETURNS vote_state LANGUAGE sql STABLE
RETURN (
  SELECT ROW(votes.id, value, created_at, rule, held_at, voided_by)::vote_state
  FROM (SELECT * FROM votes WHERE user_id = account AND submission_id = submission) AS votes
  FULL JOIN (SELECT * FROM holds WHERE user_id = account AND submission_id = submission) AS holds
    USING (user_id)
);

-- Whether votes, comments and flags of an account stay where they are, because the account is being deleted or its
-- votes are being voided. Those procedures look for them there.
CREATE FUNCTION stays(account uuid) RETURNS boolean LANGUAGE sql STABLE
RETURN EXISTS (SELECT FROM authors WHERE id = account AND version = 9223372036854775807)
  OR EXISTS (SELECT FROM voided_accounts WHERE account_id = account AND vote_count IS NULL);

-- Of the votes of a mailbox that count, in this order, only the first remains counted.
CREATE FUNCTION one_of_mailbox(state vote_state, place bigint) RETURNS vote_state LANGUAGE sql VOLATILE
RETURN CASE
  WHEN (state).vote_id IS NULL OR (state).rule IS NOT NULL OR place = 1 THEN state
  ELSE ROW(
    (state).vote_id, (state).value, (state).cast_at, 'mailbox', clock_timestamp(), NULL
  )::vote_state
END;

CREATE FUNCTION with_hold_of(state vote_state, other vote_state) RETURNS vote_state
LANGUAGE sql IMMUTABLE
RETURN ROW(
  (state).vote_id, (state).value, (state).cast_at,
  (other).rule, (other).held_at, (other).voided_by
)::vote_state;

-- The state after a decision that voids all votes of the account; NULL: there was none.
CREATE FUNCTION voided(state vote_state, decision uuid) RETURNS vote_state LANGUAGE sql VOLATILE
RETURN CASE
  WHEN decision IS NULL OR (state).vote_id IS NULL OR (state).voided_by IS NOT NULL THEN state
  ELSE ROW(
    (state).vote_id, (state).value, (state).cast_at,
    coalesce((state).rule, 'suspended'), coalesce((state).held_at, clock_timestamp()), decision
  )::vote_state
END;

-- The states of the accounts that a merge concerns. Of each account the newest vote remains with its hold, and a void
-- vote stays void. Of each mailbox the newest vote that counts remains counted.
CREATE FUNCTION merged_states(from_submission text, into_submission text)
RETURNS TABLE (user_id uuid, from_state vote_state, into_state vote_state, left_state vote_state)
LANGUAGE sql VOLATILE BEGIN ATOMIC
  WITH moving AS MATERIALIZED (
    SELECT coalesce(votes.user_id, holds.user_id) AS account,
      ROW(votes.id, value, created_at, rule, held_at, voided_by)::vote_state AS state
    FROM (SELECT * FROM votes WHERE submission_id = from_submission) AS votes
    FULL JOIN (SELECT * FROM holds WHERE submission_id = from_submission) AS holds
      ON holds.user_id = votes.user_id
    WHERE votes.id IS NULL OR NOT stays(votes.user_id)
  ), aliases AS (
    SELECT DISTINCT alias.user_id AS account FROM moving
    JOIN voters ON voters.user_id = account JOIN voters AS alias ON alias.voter_id = voters.voter_id
    WHERE NOT stays(alias.user_id)
  ), concerned AS (
    SELECT account, moving.state AS from_state, vote_state_of(account, into_submission) AS into_state,
      coalesce((SELECT voter_id FROM voters WHERE voters.user_id = account), account) AS mailbox
    FROM moving FULL JOIN aliases USING (account)
  ), newest AS (
    SELECT *, CASE
      WHEN (into_state).vote_id IS NULL THEN coalesce(from_state, into_state)
      WHEN (from_state).vote_id IS NULL THEN into_state
      WHEN ((from_state).cast_at, (from_state).vote_id) > ((into_state).cast_at, (into_state).vote_id)
        THEN from_state
      ELSE into_state
    END AS state, CASE
      WHEN (from_state).voided_by IS NOT NULL THEN from_state
      WHEN (into_state).voided_by IS NOT NULL THEN into_state
    END AS void
    FROM concerned WHERE NOT (from_state IS NULL AND into_state IS NULL)
  ), chosen AS (
    SELECT account, mailbox, from_state, into_state,
      CASE WHEN void IS NULL THEN state ELSE with_hold_of(state, void) END AS state
    FROM newest
  ), numbered AS (
    SELECT *, row_number() OVER (
      PARTITION BY mailbox, (state).vote_id IS NOT NULL AND (state).rule IS NULL
      ORDER BY (state).cast_at DESC, (state).vote_id DESC
    ) AS place FROM chosen
  )
  SELECT account, from_state, into_state, one_of_mailbox(state, place) FROM numbered;
END;

-- The states that undoing a merge restores: `from_state` and `into_state` afterwards, and `left_state` before. A vote
-- that has changed since the merge stays at the older submission. A hold that was decided on since stays decided.
CREATE FUNCTION unmerged_states(merge uuid)
RETURNS TABLE (user_id uuid, from_state vote_state, into_state vote_state, left_state vote_state)
LANGUAGE sql VOLATILE BEGIN ATOMIC
  WITH undone AS (
    SELECT * FROM merges WHERE id = merge
  ), known AS MATERIALIZED (
    SELECT merged_votes.user_id AS account, merged_votes.from_state, merged_votes.into_state,
      merged_votes.left_state
    FROM merged_votes WHERE merge_id = merge
      AND ((merged_votes.left_state).vote_id IS NULL OR NOT stays(merged_votes.user_id))
  ), aliases AS (
    SELECT DISTINCT alias.user_id AS account FROM known
    JOIN voters ON voters.user_id = account JOIN voters AS alias ON alias.voter_id = voters.voter_id
    WHERE NOT stays(alias.user_id)
  ), current AS (
    SELECT account, known.from_state, known.into_state, known.left_state,
      vote_state_of(account, (SELECT into_id FROM undone)) AS state,
      coalesce((SELECT voter_id FROM voters WHERE voters.user_id = account), account) AS mailbox,
      known.account IS NOT NULL AS is_known,
      (SELECT decision_id FROM voided_accounts
        WHERE account_id = account AND applied_at >= (SELECT merged_at FROM undone)
        ORDER BY applied_at DESC LIMIT 1) AS voided_by
    FROM known FULL JOIN aliases USING (account)
  ), compared AS (
    SELECT *,
      is_known AND ((state).vote_id, (state).value, (state).cast_at)
        IS NOT DISTINCT FROM ((left_state).vote_id, (left_state).value, (left_state).cast_at)
        AS is_unchanged,
      (left_state).vote_id IS NOT DISTINCT FROM (from_state).vote_id AS is_moved,
      -- Held only because of the merge.
      coalesce((left_state).rule = 'mailbox', false)
        AND (left_state).held_at IS DISTINCT FROM (from_state).held_at
        AND (left_state).held_at IS DISTINCT FROM (into_state).held_at AS is_held_by_merge,
      ((state).rule, (state).held_at, (state).voided_by)
        IS DISTINCT FROM ((left_state).rule, (left_state).held_at, (left_state).voided_by)
        AS is_decided
    FROM current WHERE is_known OR NOT (state IS NULL)
  ), restored AS (
    SELECT account, mailbox, state, voided_by,
      CASE WHEN is_unchanged AND is_moved AND is_decided AND NOT is_held_by_merge
        THEN with_hold_of(from_state, state) ELSE from_state END AS from_state,
      CASE
        WHEN NOT is_unchanged AND is_held_by_merge AND NOT is_decided
          THEN with_hold_of(state, into_state)
        WHEN NOT is_unchanged THEN state
        WHEN NOT is_moved AND is_decided AND NOT is_held_by_merge THEN with_hold_of(into_state, state)
        ELSE into_state
      END AS into_state
    FROM compared
  ), settled AS (
    SELECT account, mailbox, state, voided(from_state, voided_by) AS from_state,
      CASE WHEN into_state IS NOT DISTINCT FROM state THEN state
        ELSE voided(into_state, voided_by) END AS into_state
    FROM restored
  ), numbered AS (
    SELECT *,
      row_number() OVER (
        PARTITION BY mailbox, (from_state).vote_id IS NOT NULL AND (from_state).rule IS NULL
        ORDER BY (from_state).cast_at DESC, (from_state).vote_id DESC
      ) AS from_place,
      row_number() OVER (
        PARTITION BY mailbox, (into_state).vote_id IS NOT NULL AND (into_state).rule IS NULL
        ORDER BY (into_state).cast_at DESC, (into_state).vote_id DESC
      ) AS into_place
    FROM settled
  )
  SELECT account, one_of_mailbox(from_state, from_place), one_of_mailbox(into_state, into_place), state
  FROM numbered;
END;
