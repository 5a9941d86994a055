import { userLeft } from '@answerable/contracts/events'
import { deleteDeadLettersAbout } from '@answerable/service-kit/bus/dead-letters'
import { type Db, type Pool, transaction } from '@answerable/service-kit/db'
import { appendEvent } from '@answerable/service-kit/outbox/outbox'

const firstRepeat = "interval '10 minutes'"
const repeatedFor = "interval '30 days'"

/** Publishes the deletion of an account, now and again later. Needs a transaction. */
export const announceDeletion = async (
  db: Db,
  { userId, requestId }: { userId: string; requestId: string },
): Promise<void> => {
  await db.query(
    `INSERT INTO deleted_accounts (user_id, republish_at) VALUES ($1, now() + ${firstRepeat})`,
    [userId],
  )
  await deleteDeadLettersAbout(db, { text: userId, but: userLeft })
  await appendEvent(db, userLeft, { payload: { userId }, requestId })
}

/**
 * Repeats the events of deleted accounts, after ten minutes and then at twice the age. This erases data that
 * remained because a service could not apply the event or a write was still in progress.
 */
export const repeatDeletionEvents = (pool: Pool): Promise<void> =>
  transaction(pool, async (db) => {
    const { rows } = await db.query<{ userId: string }>(
      `UPDATE deleted_accounts
       SET republish_at = now() + greatest(now() - deleted_at, ${firstRepeat})
       WHERE republish_at <= now() RETURNING user_id AS "userId"`,
    )
    for (const payload of rows) {
      await deleteDeadLettersAbout(db, { text: payload.userId, but: userLeft })
      await appendEvent(db, userLeft, { payload, requestId: null })
    }
    await db.query(`DELETE FROM deleted_accounts WHERE deleted_at < now() - ${repeatedFor}`)
  })
