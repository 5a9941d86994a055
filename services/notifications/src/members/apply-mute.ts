import type { EventPayload, muteChanged } from '@answerable/contracts/events'
import { type Db, type Pool, transaction } from '@answerable/service-kit/db'
import { countReadNotices } from '../unread/store.ts'

/**
 * Stores the state of a mute, unless a newer one is known. A new mute deletes the unread notices that the muted member
 * caused, so it also applies to notices whose events were delivered before that of the mute.
 */
export const applyMute = (
  pool: Pool,
  { userId, mutedId, muted, version }: EventPayload<typeof muteChanged>,
): Promise<void> =>
  transaction(pool, async (db) => {
    await db.query(`SELECT pg_advisory_xact_lock(${muteLock('$1')})`, [mutedId])
    const { rowCount } = await db.query(
      `INSERT INTO mutes (user_id, muted_id, muted, version) VALUES ($1, $2, $3, $4)
       ON CONFLICT (user_id, muted_id) DO UPDATE SET muted = excluded.muted, version = excluded.version
       WHERE mutes.version < excluded.version`,
      [userId, mutedId, muted, version],
    )
    if (muted && rowCount === 1) await deleteUnread(db, userId, mutedId)
  })

const deleteUnread = async (db: Db, userId: string, mutedId: string): Promise<void> => {
  const { rowCount } = await db.query(
    `DELETE FROM notices USING occurrences
     WHERE notices.user_id = $1 AND NOT read AND id = occurrence_id AND actor_id = $2`,
    [userId, mutedId],
  )
  if (rowCount !== null && rowCount > 0) await countReadNotices(db, [{ userId, count: rowCount }])
}

/**
 * SQL of the advisory lock between mutes of a member and notices that this member causes. A transaction that reads
 * `mutes` holds the shared lock until its notices are committed.
 */
export const muteLock = (memberId: string): string => `hashtextextended((${memberId})::text, 0)`
