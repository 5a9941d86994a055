-- Taking part in a boycott follows the rules of votes: a join is a ballot that is always an up-vote, in tables of its
-- own. The functions of votes are therefore not written again: derive_participation makes a second function of the
-- text of each, about the tables below. A migration that changes a function of votes derives it again; a test
-- compares them.

CREATE TABLE participations (LIKE votes INCLUDING ALL);
ALTER TABLE participations
  ADD CHECK (value = 1),
  ADD FOREIGN KEY (submission_id) REFERENCES submissions (id) ON DELETE CASCADE;

-- A held join is shown to its member as joined, but does not count.
CREATE TABLE participation_holds (LIKE holds INCLUDING ALL);
ALTER TABLE participation_holds
  ADD FOREIGN KEY (submission_id) REFERENCES submissions (id) ON DELETE CASCADE;

-- Held joins and bursts of joins by submission. Nobody but administrators sees it: `shows` is that of votes.
CREATE TABLE unusual_participation (LIKE unusual_activity INCLUDING ALL);
ALTER TABLE unusual_participation
  ADD FOREIGN KEY (submission_id) REFERENCES submissions (id) ON DELETE CASCADE;

-- The newborn accounts whose joins count, by submission. `newcomers` is shared: a network has the same first new
-- members for votes and joins.
CREATE TABLE newborn_participants (LIKE newborn_voters INCLUDING ALL);
ALTER TABLE newborn_participants
  ADD FOREIGN KEY (submission_id) REFERENCES submissions (id) ON DELETE CASCADE;

-- The joins that a merge moved or replaced.
CREATE TABLE merged_participations (LIKE merged_votes INCLUDING ALL);

ALTER TABLE merges
  ADD COLUMN participation_burst integer NOT NULL DEFAULT 0,
  ADD COLUMN participation_burst_since timestamptz;
-- The joins that a decision released or voided.
ALTER TABLE applied_decisions ADD COLUMN participation_count integer;
ALTER TABLE voided_accounts ADD COLUMN participation_count integer;

CREATE FUNCTION participation_source(source regprocedure) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  definition text := pg_get_functiondef(source);
  word record;
BEGIN
  FOR word IN SELECT * FROM (VALUES
    ('cast_votes', 'cast_participations'), ('vote_state_of', 'participation_state_of'),
    ('merged_states', 'merged_participation_states'),
    ('unmerged_states', 'unmerged_participation_states'),
    ('votes', 'participations'), ('holds', 'participation_holds'),
    ('unusual_activity', 'unusual_participation'), ('newborn_voters', 'newborn_participants'),
    ('merged_votes', 'merged_participations'), ('score', 'participant_count')
  ) AS words (of_votes, of_participations)
  LOOP
    definition := regexp_replace(
      definition, '\m' || word.of_votes || '\M', word.of_participations, 'g'
    );
  END LOOP;
  -- Joins also lock the businesses, whose people they count.
  RETURN regexp_replace(
    definition,
    'PERFORM FROM submissions WHERE id = ANY \(targets\) ORDER BY id FOR NO KEY UPDATE;',
    E'\\&\n  PERFORM FROM businesses WHERE id = ANY (ARRAY(\n'
      || '    SELECT business_id FROM submissions WHERE id = ANY (targets)'
      || E'\n  )) ORDER BY id FOR NO KEY UPDATE;'
  );
END $$;

CREATE PROCEDURE derive_participation() LANGUAGE plpgsql AS $$
DECLARE
  source regprocedure;
BEGIN
  FOREACH source IN ARRAY ARRAY[
    'vote_state_of', 'merged_states', 'unmerged_states', 'cast_votes'
  ]::regproc[]::regprocedure[]
  LOOP
    EXECUTE participation_source(source);
  END LOOP;
END $$;

CALL derive_participation();

-- People taking part in the public submissions of a business, each person once.
ALTER TABLE businesses ADD COLUMN participant_count integer NOT NULL DEFAULT 0;

-- The joins that count, with the person (the mailbox, or the account if it is unknown). The business is NULL while the
-- submission is not public.
CREATE TABLE counted_participations (
  submission_id text COLLATE "C" NOT NULL,
  user_id uuid NOT NULL,
  person uuid NOT NULL,
  business_id text COLLATE "C",
  PRIMARY KEY (submission_id, user_id)
);
CREATE INDEX counted_participations_of_person ON counted_participations (business_id, person);

-- Counts a change for businesses that the caller has locked. `changes` has a row per business, person and change,
-- which is 1 for a join that counts now and -1 for one that does not any longer.
CREATE TYPE participation_change AS (business_id text, person uuid, change integer);

CREATE FUNCTION count_persons(changes participation_change[]) RETURNS void
LANGUAGE sql VOLATILE SET search_path FROM CURRENT AS $$
  UPDATE businesses SET participant_count = participant_count + change, version = version + 1
  FROM (
    SELECT business_id, sum((after > 0)::integer - (after - change > 0)::integer) AS change
    FROM (
      SELECT business_id, person, sum(change)::integer AS change FROM unnest(changes)
      WHERE business_id IS NOT NULL GROUP BY business_id, person
    ) AS changed
    CROSS JOIN LATERAL (
      SELECT count(*) AS after FROM counted_participations AS counted
      WHERE counted.business_id = changed.business_id AND counted.person = changed.person OFFSET 0
    ) AS counted
    GROUP BY business_id
  ) AS sums
  WHERE businesses.id = sums.business_id AND sums.change <> 0
$$;

-- Compares the joins with counted_participations. The caller has locked the submissions. Businesses are locked after
-- them, so that concurrent joins of a person in two boycotts of a business are counted once.
CREATE FUNCTION recount_participations(accounts uuid[], submission_ids text[]) RETURNS void
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off
SET enable_mergejoin = off SET search_path FROM CURRENT AS $$
DECLARE
  changes participation_change[];
BEGIN
  PERFORM FROM businesses WHERE id = ANY (ARRAY(
    SELECT business_id FROM submissions WHERE id = ANY (submission_ids)
  )) ORDER BY id FOR NO KEY UPDATE;
  WITH given AS MATERIALIZED (
    SELECT DISTINCT account, submission_id FROM unnest(accounts, submission_ids) AS given (account, submission_id)
  ), states AS MATERIALIZED (
    SELECT account, submission_id,
      EXISTS (
        SELECT FROM participations AS joined
        WHERE joined.user_id = account AND joined.submission_id = given.submission_id OFFSET 0
      ) AND NOT EXISTS (
        SELECT FROM participation_holds AS held
        WHERE held.user_id = account AND held.submission_id = given.submission_id OFFSET 0
      ) AS counts
    FROM given
  ), come AS (
    INSERT INTO counted_participations (submission_id, user_id, person, business_id)
    SELECT submission_id, account,
      coalesce((SELECT voter_id FROM voters WHERE user_id = account), account),
      (SELECT business_id FROM submissions WHERE id = submission_id AND approved)
    FROM states WHERE counts
    ON CONFLICT DO NOTHING
    RETURNING business_id, person
  ), gone AS (
    DELETE FROM counted_participations AS counted USING states
    WHERE counted.submission_id = states.submission_id AND counted.user_id = account AND NOT counts
    RETURNING counted.business_id, counted.person
  )
  SELECT array_agg(ROW(business_id, person, change)::participation_change) INTO changes FROM (
    SELECT business_id, person, 1 AS change FROM come
    UNION ALL SELECT business_id, person, -1 FROM gone
  ) AS all_changes;
  IF changes IS NOT NULL THEN
    PERFORM count_persons(changes);
  END IF;
END $$;

CREATE FUNCTION recount_changed_participations() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  accounts uuid[];
  submission_ids text[];
BEGIN
  SELECT array_agg(user_id), array_agg(submission_id) INTO accounts, submission_ids FROM changed
  WHERE TG_TABLE_NAME = 'participations' OR EXISTS (
    SELECT FROM participations AS joined
    WHERE joined.user_id = changed.user_id AND joined.submission_id = changed.submission_id OFFSET 0
  );
  IF accounts IS NOT NULL THEN
    PERFORM recount_participations(accounts, submission_ids);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER count_joined AFTER INSERT ON participations
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION recount_changed_participations();
CREATE TRIGGER count_left AFTER DELETE ON participations
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION recount_changed_participations();
CREATE TRIGGER count_held AFTER INSERT ON participation_holds
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION recount_changed_participations();
CREATE TRIGGER count_released AFTER DELETE ON participation_holds
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION recount_changed_participations();

-- A submission was removed, approved again or moved to another business. Its name is later than that of
-- `count_changed_submission`, which locks the businesses.
CREATE FUNCTION move_participations() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  changes participation_change[];
BEGIN
  WITH moved AS (
    UPDATE counted_participations SET business_id = CASE WHEN NEW.approved THEN NEW.business_id END
    WHERE submission_id = NEW.id
    RETURNING WITH (OLD AS before, NEW AS after)
      before.person AS person, before.business_id AS was, after.business_id AS is_now
  )
  SELECT array_agg(ROW(business_id, person, change)::participation_change) INTO changes FROM (
    SELECT was AS business_id, person, -1 AS change FROM moved
    UNION ALL SELECT is_now, person, 1 FROM moved
  ) AS all_changes;
  IF changes IS NOT NULL THEN
    PERFORM count_persons(changes);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER move_participations AFTER UPDATE OF approved, business_id ON submissions
  FOR EACH ROW WHEN (
    (NEW.approved <> OLD.approved OR NEW.business_id IS DISTINCT FROM OLD.business_id)
    AND (NEW.participant_count > 0 OR OLD.participant_count > 0)
  ) EXECUTE FUNCTION move_participations();

-- An account turned out to share the mailbox of another one.
CREATE FUNCTION move_person() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  changes participation_change[];
BEGIN
  PERFORM FROM businesses WHERE id IN (
    SELECT business_id FROM counted_participations
    WHERE user_id = NEW.user_id AND submission_id IN (
      SELECT submission_id FROM participations WHERE user_id = NEW.user_id
    )
  ) ORDER BY id FOR NO KEY UPDATE;
  WITH moved AS (
    UPDATE counted_participations SET person = NEW.voter_id
    WHERE user_id = NEW.user_id AND submission_id IN (
      SELECT submission_id FROM participations WHERE user_id = NEW.user_id
    )
    RETURNING WITH (OLD AS before, NEW AS after)
      before.business_id AS business_id, before.person AS was, after.person AS is_now
  )
  SELECT array_agg(ROW(business_id, person, change)::participation_change) INTO changes FROM (
    SELECT business_id, was AS person, -1 AS change FROM moved
    UNION ALL SELECT business_id, is_now, 1 FROM moved
  ) AS all_changes;
  IF changes IS NOT NULL THEN
    PERFORM count_persons(changes);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER move_person AFTER UPDATE OF voter_id ON voters
  FOR EACH ROW WHEN (NEW.voter_id <> OLD.voter_id) EXECUTE FUNCTION move_person();
