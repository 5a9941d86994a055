import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

/** Rows are locked for one batch, which delays votes on them. */
const batchSize = 200

/**
 * Sets the places of the submissions that have none, in batches. Returns the number of submissions that have one
 * now. Each gets a new version, so that caches and open pages show it.
 */
export const recogniseLocations = async (db: pg.Client): Promise<number> => {
  await awaitOlderWriters(db)
  let recognised = 0
  for (let last: string | null = ''; last !== null; ) {
    const batch: Batch = await recogniseBatch(db, last)
    recognised += batch.recognised
    last = batch.last
  }
  return recognised
}

type Batch = { recognised: number; last: string | null }

const recogniseBatch = async (db: pg.Client, after: string): Promise<Batch> => {
  const { rows } = await db.query<Batch>(
    `WITH batch AS MATERIALIZED (
       SELECT id, location, country IS NULL AND place_id IS NULL AS is_unknown
       FROM submissions WHERE id > $1 ORDER BY id LIMIT ${batchSize}
     ), found AS MATERIALIZED (
       SELECT location, (place).*
       FROM (SELECT DISTINCT location FROM batch WHERE is_unknown) AS locations
       CROSS JOIN LATERAL recognise_place(location) AS place
       WHERE place.id IS NOT NULL
     ), locked AS MATERIALIZED (
       SELECT submissions.id FROM submissions
       WHERE id = ANY (ARRAY(
         SELECT batch.id FROM batch JOIN found USING (location) WHERE is_unknown
       ))
       ORDER BY id FOR NO KEY UPDATE
     ), changed AS (
       UPDATE submissions SET country = found.country, place_id = found.id,
         latitude = found.latitude, longitude = found.longitude, version = version + 1
       FROM locked, batch, found
       WHERE submissions.id = locked.id AND batch.id = locked.id
         AND found.location = batch.location AND submissions.country IS NULL
       RETURNING submissions.id
     )
     SELECT (SELECT count(*)::integer FROM changed) AS recognised, (SELECT max(id) FROM batch) AS last`,
    [after],
  )
  return rows[0] ?? { recognised: 0, last: null }
}

/** Waits for the transactions that insert submissions now, which may not see the places. */
const awaitOlderWriters = async (db: pg.Client): Promise<void> => {
  let left = await findWriters(db)
  while (left.length > 0) {
    await pause(50)
    const current = new Set(await findWriters(db))
    left = left.filter((writer) => current.has(writer))
  }
}

/** Ids of transactions, which are never reused. */
const findWriters = async (db: pg.Client): Promise<string[]> => {
  const { rows } = await db.query<{ id: string }>(
    `SELECT DISTINCT virtualtransaction AS id FROM pg_locks
     WHERE locktype = 'relation' AND relation = 'submissions'::regclass AND mode = 'RowExclusiveLock'
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  )
  return rows.map(({ id }) => id)
}
