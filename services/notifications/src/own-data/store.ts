import { exportPageLimit, type OwnNotifications } from '@answerable/contracts/own-data'
import type { Db } from '@answerable/service-kit/db'

/** Everything that a member follows; `followLimits` bounds it. */
export const readAllFollows = async (
  db: Db,
  userId: string,
): Promise<OwnNotifications['follows']> => {
  type Row = Omit<OwnNotifications['follows'][number], 'createdAt'> & { createdAt: Date }
  const { rows } = await db.query<Row>(
    `SELECT kind, key, automatic, created_at AS "createdAt" FROM follows
     WHERE user_id = $1 AND active ORDER BY created_at, kind, key`,
    [userId],
  )
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

/** The notices after this one, oldest first. */
export const exportNotices = async (
  db: Db,
  userId: string,
  after = '0',
): Promise<Pick<OwnNotifications, 'notices' | 'next'>> => {
  type Row = Omit<OwnNotifications['notices'][number], 'createdAt'> & {
    id: number
    createdAt: Date
  }
  const { rows } = await db.query<Row>(
    `SELECT id, kind, submission_id AS "submissionId", comment_id AS "commentId",
       business_id AS "businessId", outcome, reason_code AS "reasonCode", read, created_at AS "createdAt"
     FROM notices JOIN occurrences ON id = occurrence_id
     WHERE user_id = $1 AND occurrence_id > $2
     ORDER BY occurrence_id LIMIT ${exportPageLimit}`,
    [userId, after],
  )
  const last = rows.length < exportPageLimit ? undefined : rows.at(-1)
  return {
    notices: rows.map(({ id, createdAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
    })),
    next: last === undefined ? null : String(last.id),
  }
}
