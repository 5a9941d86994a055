import { userLeft } from '@answerable/contracts/events'
import { deleteDeadLettersAbout } from '@answerable/service-kit/bus/dead-letters'
import { type Db, type Pool, transaction } from '@answerable/service-kit/db'
import { appendEvent } from '@answerable/service-kit/outbox/outbox'

const firstReminder = "interval '10 minutes'"
const remindedFor = "interval '30 days'"

/** Tells the others that somebody has left, now and again later. Needs a transaction. */
export const announceDeletion = async (
  db: Db,
  { userId, requestId }: { userId: string; requestId: string },
): Promise<void> => {
  await db.query(
    `INSERT INTO departures (user_id, tell_again_at) VALUES ($1, now() + ${firstReminder})`,
    [userId],
  )
  await deleteDeadLettersAbout(db, { text: userId, but: userLeft })
  await appendEvent(db, userLeft, { payload: { userId }, requestId })
}

/**
 * Tells of departures again, after ten minutes and then at twice the time: an event that some service could
 * not apply in all its attempts, or a write that was still under way, leaves nothing behind for good.
 */
export const repeatDeletionEvents = (pool: Pool): Promise<void> =>
  transaction(pool, async (db) => {
    const { rows } = await db.query<{ userId: string }>(
      `UPDATE departures
       SET tell_again_at = now() + greatest(now() - left_at, ${firstReminder})
       WHERE tell_again_at <= now() RETURNING user_id AS "userId"`,
    )
    for (const payload of rows) {
      await deleteDeadLettersAbout(db, { text: payload.userId, but: userLeft })
      await appendEvent(db, userLeft, { payload, requestId: null })
    }
    await db.query(`DELETE FROM departures WHERE left_at < now() - ${remindedFor}`)
  })
