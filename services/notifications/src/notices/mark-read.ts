import { type Pool, transaction } from '@answerable/service-kit/db'
import { countReadNotices } from '../unread/store.ts'

/** Marks the notices up to this one, or this one alone, as read. Later notices stay unread. */
export const markRead = (
  pool: Pool,
  userId: string,
  { upTo, only = false }: { upTo: number; only?: boolean | undefined },
): Promise<void> =>
  transaction(pool, async (db) => {
    const { rowCount } = await db.query(
      `UPDATE notices SET read = true
       WHERE user_id = $1 AND NOT read AND occurrence_id <= $2
         AND (NOT $3 OR occurrence_id = $2)`,
      [userId, upTo, only],
    )
    if (rowCount !== null && rowCount > 0) await countReadNotices(db, [{ userId, count: rowCount }])
  })
