import { noticeDays } from '@answerable/contracts/notifications'
import { type Pool, transaction } from '@answerable/service-kit/db'
import type { Log } from '@answerable/service-kit/log'
import { countReadNotices } from './unread/store.ts'

export type Housekeeping = { stop: () => void }

const everyMilliseconds = 600_000
const noticesPerStep = 2_000
const maxSteps = 50

/** Deletes old notices in short transactions, in the background. */
export const startHousekeeping = (deps: { pool: Pool; log: Log }): Housekeeping => {
  const tidy = async (): Promise<void> => {
    for (let step = 0; step < maxSteps && (await deleteOldNotices(deps.pool)); step += 1);
    await deleteEmptyOccurrences(deps.pool)
  }
  const timer = setInterval(() => {
    tidy().catch((error: unknown) => deps.log.warn({ err: error }, 'deleting old notices failed'))
  }, everyMilliseconds)
  return { stop: () => clearInterval(timer) }
}

const old = `created_at < now() - interval '${noticeDays} days'`

/** Deletes some of the old notices. Returns whether there may be more. */
export const deleteOldNotices = (pool: Pool, limit = noticesPerStep): Promise<boolean> =>
  transaction(pool, async (db) => {
    const { rows } = await db.query<{ user_id: string; read: boolean }>(
      `DELETE FROM notices USING (
         SELECT notices.user_id, occurrence_id FROM occurrences
         JOIN notices ON occurrence_id = id WHERE ${old}
         ORDER BY notices.user_id, occurrence_id LIMIT $1 FOR UPDATE OF notices SKIP LOCKED
       ) AS gone
       WHERE notices.user_id = gone.user_id AND notices.occurrence_id = gone.occurrence_id
       RETURNING notices.user_id, read`,
      [limit],
    )
    const unread = new Map<string, number>()
    for (const { user_id, read } of rows)
      if (!read) unread.set(user_id, (unread.get(user_id) ?? 0) + 1)
    await countReadNotices(
      db,
      [...unread].map(([userId, count]) => ({ userId, count })),
    )
    return rows.length === limit
  })

const deleteEmptyOccurrences = async (pool: Pool): Promise<void> => {
  await pool.query(
    `DELETE FROM occurrences WHERE id IN (
       SELECT id FROM occurrences WHERE ${old}
         AND NOT EXISTS (SELECT FROM notices WHERE occurrence_id = id)
         AND NOT EXISTS (SELECT FROM fan_outs WHERE occurrence_id = id)
         AND NOT EXISTS (SELECT FROM search_comparisons WHERE occurrence_id = id)
       LIMIT ${noticesPerStep})`,
  )
}
