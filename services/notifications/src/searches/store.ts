import { randomUUID } from 'node:crypto'
import {
  matchSearches,
  maxMatchedSearches,
  searchOfKey,
} from '@answerable/contracts/followed-search'
import type { ServiceCall } from '@answerable/service-kit/calls/service-caller'
import { type Db, type Pool, transaction } from '@answerable/service-kit/db'

type Comparison = { occurrence_id: number; submission_id: string; last_key: string }

/** Queues the comparison of a new submission with all followed searches. If repeated, nobody gets a second notice. */
export const queueComparison = async (
  db: Db,
  occurrenceId: number,
  submissionId: string,
): Promise<void> => {
  await db.query(
    `INSERT INTO search_comparisons (occurrence_id, submission_id) VALUES ($1, $2)
     ON CONFLICT DO NOTHING`,
    [occurrenceId, submissionId],
  )
}

/**
 * Compares one submission with the next searches and queues fan-outs to the followers of those that find it. Returns
 * false if there is nothing to do. While catalog is unavailable, the comparison waits.
 */
export const compareNextSearches = async (pool: Pool, catalog: ServiceCall): Promise<boolean> => {
  const comparison = await nextComparison(pool)
  if (comparison === null) return false
  const { occurrence_id, submission_id, last_key } = comparison
  const keys = await nextKeys(pool, last_key)
  const matching = await matchingKeys(catalog, submission_id, keys)
  await transaction(pool, async (db) => {
    // Another instance may have done the same in the meantime.
    const { rowCount } = await db.query(
      'SELECT FROM search_comparisons WHERE occurrence_id = $1 AND last_key = $2 FOR UPDATE',
      [occurrence_id, last_key],
    )
    if (rowCount === 0) return
    await db.query(
      `INSERT INTO fan_outs (occurrence_id, follow_kind, follow_key, kind)
       SELECT $1, 'search', key, 'publication' FROM unnest($2::text[]) AS key
       ON CONFLICT DO NOTHING`,
      [occurrence_id, matching],
    )
    await (keys.length < maxMatchedSearches
      ? db.query('DELETE FROM search_comparisons WHERE occurrence_id = $1', [occurrence_id])
      : db.query(
          'UPDATE search_comparisons SET last_key = $2, not_before = now() WHERE occurrence_id = $1',
          [occurrence_id, keys.at(-1)],
        ))
  })
  return true
}

/** The next attempt of another instance, or after a failure, is later. */
const nextComparison = async (db: Db): Promise<Comparison | null> => {
  const { rows } = await db.query<Comparison>(
    `UPDATE search_comparisons SET not_before = now() + interval '5 seconds'
     WHERE occurrence_id = (
       SELECT occurrence_id FROM search_comparisons WHERE not_before <= now()
       ORDER BY not_before LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING occurrence_id, submission_id, last_key`,
  )
  return rows[0] ?? null
}

const nextKeys = async (db: Db, lastKey: string): Promise<string[]> => {
  const { rows } = await db.query<{ key: string }>(
    `SELECT DISTINCT key FROM follows WHERE kind = 'search' AND active AND key > $1
     ORDER BY key LIMIT ${maxMatchedSearches}`,
    [lastKey],
  )
  return rows.map(({ key }) => key)
}

const matchingKeys = async (
  catalog: ServiceCall,
  submissionId: string,
  keys: readonly string[],
): Promise<string[]> => {
  const searches = keys.flatMap((key) => {
    const search = searchOfKey(key)
    return search === null ? [] : [{ key, search }]
  })
  if (searches.length === 0) return []
  const body = { submissionId, searches: searches.map(({ search }) => search) }
  const { matching } = await catalog(matchSearches, { body }, randomUUID())
  return matching.flatMap((place) => searches[place]?.key ?? [])
}
