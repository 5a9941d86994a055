import type { Pool } from '@answerable/service-kit/db'
import type { Log } from '@answerable/service-kit/log'

export type Housekeeping = { stop: () => void }

const everyMilliseconds = 600_000
const storedDays = 30
const maxGroups = 10_000

/** Deletes rows older than 30 days, in the background. */
export const startHousekeeping = (deps: { pool: Pool; log: Log }): Housekeeping => {
  const tidy = (): void => {
    deleteOld(deps.pool).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'deleting old error groups failed')
    })
  }
  const timer = setInterval(tidy, everyMilliseconds)
  return { stop: () => clearInterval(timer) }
}

/**
 * Deletes counts and groups after 30 days. Above the maximum number of groups it deletes those with the fewest reports,
 * so that invented errors go first.
 */
export const deleteOld = async (pool: Pool, limits = { maxGroups }): Promise<void> => {
  const cutoff = `now() - interval '${storedDays} days'`
  await pool.query(`DELETE FROM error_counts WHERE hour < ${cutoff}`)
  await pool.query(`DELETE FROM error_groups WHERE last_seen_at < ${cutoff}`)
  await pool.query(
    `DELETE FROM error_groups WHERE fingerprint IN (
       SELECT fingerprint FROM error_groups
       ORDER BY reports DESC, last_seen_at DESC, fingerprint OFFSET $1)`,
    [limits.maxGroups],
  )
}
