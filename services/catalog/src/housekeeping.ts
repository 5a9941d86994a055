import type { Pool } from '@answerable/service-kit/db'
import type { Log } from '@answerable/service-kit/log'
import { closeOldMerges } from './merges/store.ts'

export type Housekeeping = { stop: () => void }

const everyMilliseconds = 600_000

/** Deletes counts that no rule looks at any longer, and what is needed only to undo a merge. */
export const startHousekeeping = ({ pool, log }: { pool: Pool; log: Log }): Housekeeping => {
  const timer = setInterval(() => {
    deleteOldCounts(pool).catch((error: unknown) => {
      log.warn({ err: error }, 'deleting expired counts failed')
    })
  }, everyMilliseconds)
  return { stop: () => clearInterval(timer) }
}

/** Deletes network keys after two days. A key is used for one day. */
export const deleteOldCounts = async (pool: Pool): Promise<void> => {
  await pool.query(`DELETE FROM newcomers WHERE seen_at < now() - interval '2 days'`)
  await pool.query(`DELETE FROM newborn_voters WHERE since < now() - interval '1 hour'`)
  await pool.query(`DELETE FROM newborn_participants WHERE since < now() - interval '1 hour'`)
  await closeOldMerges(pool)
  await pool.query(`DELETE FROM first_day_writings WHERE since < now() - interval '1 day'`)
}
