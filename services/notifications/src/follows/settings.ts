import type { FollowSettings } from '@answerable/contracts/follows'
import type { Db } from '@answerable/service-kit/db'

/** Whether writing about a submission follows it. */
export const followsAutomatically = async (db: Db, userId: string): Promise<boolean> => {
  const { rows } = await db.query<{ follows_automatically: boolean }>(
    'SELECT follows_automatically FROM members WHERE user_id = $1',
    [userId],
  )
  return rows[0]?.follows_automatically ?? true
}

export const changeSettings = async (
  db: Db,
  userId: string,
  { automatic }: FollowSettings,
): Promise<void> => {
  await db.query(
    `INSERT INTO members (user_id, follows_automatically) VALUES ($1, $2)
     ON CONFLICT (user_id) DO UPDATE SET follows_automatically = excluded.follows_automatically`,
    [userId, automatic],
  )
}
