-- A join does not change its business: a job counts the people of businesses every second. Otherwise each join rewrites
-- the 15 index entries of a business, and concurrent joins of one business wait for each other.

-- Joins that count now or do not any longer, until `count_participants` has counted them for their business.
CREATE TABLE participation_changes (
  business_id text COLLATE "C" NOT NULL,
  person uuid NOT NULL,
  -- 1 or -1.
  change smallint NOT NULL
);
CREATE INDEX participation_changes_of_business ON participation_changes (business_id);

-- Joins, or released joins. The caller has locked the submissions.
CREATE FUNCTION count_joined() RETURNS trigger LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off
SET enable_mergejoin = off SET search_path FROM CURRENT AS $$
BEGIN
  WITH come AS (
    INSERT INTO counted_participations (submission_id, user_id, person, business_id)
    SELECT submission_id, user_id,
      coalesce((SELECT voter_id FROM voters WHERE voters.user_id = changed.user_id), user_id),
      (SELECT business_id FROM submissions WHERE id = changed.submission_id AND approved)
    FROM changed
    WHERE (TG_TABLE_NAME = 'participations' OR EXISTS (
      SELECT FROM participations AS joined
      WHERE joined.user_id = changed.user_id AND joined.submission_id = changed.submission_id OFFSET 0
    )) AND NOT EXISTS (
      SELECT FROM participation_holds AS held
      WHERE held.user_id = changed.user_id AND held.submission_id = changed.submission_id OFFSET 0
    )
    ON CONFLICT DO NOTHING
    RETURNING business_id, person
  )
  INSERT INTO participation_changes SELECT business_id, person, 1 FROM come WHERE business_id IS NOT NULL;
  RETURN NULL;
END $$;

-- Departures, or joins that are held from now on.
CREATE FUNCTION count_left() RETURNS trigger LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off
SET enable_mergejoin = off SET search_path FROM CURRENT AS $$
BEGIN
  WITH gone AS (
    DELETE FROM counted_participations AS counted USING changed
    WHERE counted.submission_id = changed.submission_id AND counted.user_id = changed.user_id
      -- Looks the rows up by key.
      AND counted.submission_id = ANY (ARRAY(SELECT DISTINCT submission_id FROM changed))
      AND counted.user_id = ANY (ARRAY(SELECT DISTINCT user_id FROM changed))
    RETURNING counted.business_id, counted.person
  )
  INSERT INTO participation_changes SELECT business_id, person, -1 FROM gone WHERE business_id IS NOT NULL;
  RETURN NULL;
END $$;

DROP TRIGGER count_joined ON participations;
CREATE TRIGGER count_joined AFTER INSERT ON participations
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_joined();
DROP TRIGGER count_left ON participations;
CREATE TRIGGER count_left AFTER DELETE ON participations
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_left();
DROP TRIGGER count_held ON participation_holds;
CREATE TRIGGER count_held AFTER INSERT ON participation_holds
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_left();
DROP TRIGGER count_released ON participation_holds;
CREATE TRIGGER count_released AFTER DELETE ON participation_holds
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_joined();

-- A submission was removed, approved again or moved to another business.
CREATE OR REPLACE FUNCTION move_participations() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  WITH moved AS (
    UPDATE counted_participations SET business_id = CASE WHEN NEW.approved THEN NEW.business_id END
    WHERE submission_id = NEW.id
    RETURNING WITH (OLD AS before, NEW AS after)
      before.person AS person, before.business_id AS was, after.business_id AS is_now
  )
  INSERT INTO participation_changes
  SELECT was, person, -1 FROM moved WHERE was IS NOT NULL
  UNION ALL SELECT is_now, person, 1 FROM moved WHERE is_now IS NOT NULL;
  RETURN NULL;
END $$;

-- An account turned out to share the mailbox of another one.
CREATE OR REPLACE FUNCTION move_person() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  WITH moved AS (
    UPDATE counted_participations SET person = NEW.voter_id
    WHERE user_id = NEW.user_id AND submission_id IN (
      SELECT submission_id FROM participations WHERE user_id = NEW.user_id
    )
    RETURNING WITH (OLD AS before, NEW AS after)
      before.business_id AS business_id, before.person AS was, after.person AS is_now
  )
  INSERT INTO participation_changes
  SELECT business_id, was, -1 FROM moved WHERE business_id IS NOT NULL
  UNION ALL SELECT business_id, is_now, 1 FROM moved WHERE business_id IS NOT NULL;
  RETURN NULL;
END $$;

DROP FUNCTION recount_changed_participations();
DROP FUNCTION recount_participations(uuid[], text[]);
DROP FUNCTION count_persons(participation_change[]);
DROP TYPE participation_change;

-- Counts the changes of the next businesses by id, at most `max_businesses`, and returns the last of these; NULL if
-- there are none. Skips businesses that are locked.
CREATE FUNCTION count_participants(after_id text, max_businesses integer) RETURNS text LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off
SET enable_mergejoin = off SET search_path FROM CURRENT AS $$
DECLARE
  waiting text[] := ARRAY(
    SELECT DISTINCT business_id FROM participation_changes WHERE business_id > after_id
    ORDER BY business_id LIMIT max_businesses
  );
  -- Locked first, so that the next statement sees the changes that are left by another instance.
  locked text[] := ARRAY(
    SELECT id FROM businesses WHERE id = ANY (waiting) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
  );
BEGIN
  -- A single statement: its snapshot has either both a join and its change, or neither.
  WITH taken AS (
    DELETE FROM participation_changes WHERE business_id = ANY (locked)
    RETURNING business_id, person, change
  ), sums AS (
    SELECT business_id, sum((after > 0)::integer - (after - change > 0)::integer) AS change
    FROM (
      SELECT business_id, person, sum(change) AS change FROM taken GROUP BY business_id, person
    ) AS changed
    CROSS JOIN LATERAL (
      SELECT count(*) AS after FROM counted_participations AS counted
      WHERE counted.business_id = changed.business_id AND counted.person = changed.person OFFSET 0
    ) AS counted
    GROUP BY business_id
  )
  UPDATE businesses SET participant_count = participant_count + sums.change, version = version + 1
  FROM sums WHERE businesses.id = sums.business_id AND businesses.id = ANY (locked) AND sums.change <> 0;
  RETURN waiting[cardinality(waiting)];
END $$;

-- Joins lock no business any more.
CREATE OR REPLACE FUNCTION participation_source(source regprocedure) RETURNS text LANGUAGE plpgsql STABLE AS $$
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
  RETURN definition;
END $$;

CALL derive_participation();
