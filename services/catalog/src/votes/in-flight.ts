import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'

/** Transactions by ids that are not used again. */
export type Writers = readonly string[]

const everyMilliseconds = 20

/**
 * The transactions that are writing about submissions now. They may have looked at an account before the
 * caller suspended it, and what they write is not visible yet. Writers lock their submission before they
 * look at the account, so those that begin later see the suspension.
 */
export const findWritersInFlight = async (pool: Pool): Promise<Writers> => {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT DISTINCT virtualtransaction AS id FROM pg_locks
     WHERE locktype = 'relation' AND relation = 'submissions'::regclass
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND mode IN ('RowShareLock', 'RowExclusiveLock')`,
  )
  return rows.map(({ id }) => id)
}

/** Resolves when these have ended. Throws `unavailable` when one goes on for longer than that. */
export const awaitWriters = async (
  pool: Pool,
  writers: Writers,
  patienceMilliseconds: number,
): Promise<void> => {
  const until = performance.now() + patienceMilliseconds
  let left = writers
  while (left.length > 0) {
    if (performance.now() > until) throw new AppError('unavailable', { retryAfterSeconds: 1 })
    await pause(everyMilliseconds)
    const current = new Set(await findWritersInFlight(pool))
    left = left.filter((writer) => current.has(writer))
  }
}
