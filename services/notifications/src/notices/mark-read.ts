import type { NoticesToRead } from '@answerable/contracts/notifications'
import { type Pool, transaction } from '@answerable/service-kit/db'
import { countReadNotices } from '../unread/store.ts'

/** Marks the notices up to one as read, or only the given ones of them. Later notices stay unread. */
export const markRead = (
  pool: Pool,
  userId: string,
  { upTo, only }: NoticesToRead,
): Promise<void> =>
  transaction(pool, async (db) => {
    const { rowCount } = await db.query(
      `UPDATE notices SET read = true
       WHERE user_id = $1 AND NOT read AND occurrence_id <= $2
         AND ($3::bigint[] IS NULL OR occurrence_id = ANY ($3))`,
      [userId, upTo, only],
    )
    if (rowCount !== null && rowCount > 0) await countReadNotices(db, [{ userId, count: rowCount }])
  })
