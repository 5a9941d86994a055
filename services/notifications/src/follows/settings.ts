import type { FollowSettings } from '@answerable/contracts/follows'
import type { Db } from '@answerable/service-kit/db'

type Settings = { automatic: boolean; joining: boolean }

/** What follows a submission automatically. */
export const readSettings = async (db: Db, userId: string): Promise<Settings> => {
  const { rows } = await db.query<Settings>(
    `SELECT follows_automatically AS automatic, follows_when_joining AS joining
     FROM members WHERE user_id = $1`,
    [userId],
  )
  return rows[0] ?? { automatic: true, joining: true }
}

/** Without `joining`, that setting stays. */
export const changeSettings = async (
  db: Db,
  userId: string,
  { automatic, joining }: FollowSettings,
): Promise<void> => {
  await db.query(
    `INSERT INTO members (user_id, follows_automatically, follows_when_joining)
     VALUES ($1, $2, coalesce($3, true))
     ON CONFLICT (user_id) DO UPDATE SET follows_automatically = excluded.follows_automatically,
       follows_when_joining = coalesce($3, members.follows_when_joining)`,
    [userId, automatic, joining ?? null],
  )
}
