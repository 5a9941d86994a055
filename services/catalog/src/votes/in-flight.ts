import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'

/** Ids of transactions, which are never reused. */
export type Writers = readonly string[]

const everyMilliseconds = 20

/**
 * The transactions that are writing to submissions now. They may have read an account before the caller suspended it,
 * and their writes are not visible yet. Writers lock the submission before they read the account, so later
 * transactions see the suspension.
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

/** Resolves when these have ended. Throws `unavailable` at the timeout. */
export const awaitWriters = async (
  pool: Pool,
  writers: Writers,
  timeoutMilliseconds: number,
): Promise<void> => {
  const until = performance.now() + timeoutMilliseconds
  let left = writers
  while (left.length > 0) {
    if (performance.now() > until) throw new AppError('unavailable', { retryAfterSeconds: 1 })
    await pause(everyMilliseconds)
    const current = new Set(await findWritersInFlight(pool))
    left = left.filter((writer) => current.has(writer))
  }
}
