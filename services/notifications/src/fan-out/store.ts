import { type Db, type Pool, transaction } from '@answerable/service-kit/db'
import { muteLock } from '../members/apply-mute.ts'
import { countNewNotices } from '../unread/store.ts'

type FanOut = {
  occurrence_id: number
  follow_kind: string
  follow_key: string
  kind: string | null
  also_follow: string | null
  last_follower: string | null
}

/** Followers in one transaction: enough to be quick, few enough to hold locks for milliseconds only. */
export const batchSize = 500

/**
 * Notifies the next followers of the fan-out that waited longest, in one transaction with its progress, so that a crash
 * neither repeats nor loses a notice. Skips fan-outs that another instance serves. Returns false if
 * there is nothing to do.
 */
export const notifyNextFollowers = (pool: Pool): Promise<boolean> =>
  transaction(pool, async (db) => {
    const fanOut = await claim(db)
    if (fanOut === null) return false
    const followers = await nextFollowers(db, fanOut)
    const ids = followers.map(({ user_id }) => user_id)
    await copyFollows(db, fanOut, ids)
    const notified = followers.filter(({ followed_before }) => followed_before)
    await countNewNotices(
      db,
      await insertNotices(
        db,
        fanOut,
        notified.map(({ user_id }) => user_id),
      ),
    )
    const isDone = followers.length < batchSize
    await (isDone ? remove(db, fanOut) : advance(db, fanOut, ids.at(-1)))
    return true
  })

const claim = async (db: Db): Promise<FanOut | null> => {
  const { rows } = await db.query<FanOut>(
    `SELECT occurrence_id, follow_kind, follow_key, kind, also_follow, last_follower FROM fan_outs
     ORDER BY served_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
  )
  return rows[0] ?? null
}

type Follower = {
  user_id: string
  /** Whether the member followed before this service recorded the event. Later followers get no notice of it. */
  followed_before: boolean
}

const nextFollowers = async (
  db: Db,
  { occurrence_id, follow_kind, follow_key, last_follower }: FanOut,
): Promise<Follower[]> => {
  const { rows } = await db.query<Follower>(
    `SELECT user_id,
       created_at <= (SELECT created_at FROM occurrences WHERE id = $4) AS followed_before
     FROM follows
     WHERE kind = $1 AND key = $2 AND active AND user_id > coalesce($3, '${beforeAll}'::uuid)
     ORDER BY user_id LIMIT ${batchSize}`,
    [follow_kind, follow_key, last_follower, occurrence_id],
  )
  return rows
}

const beforeAll = '00000000-0000-0000-0000-000000000000'

/** Returns the members who got a notice: not the one who caused it, those who have one, and those who muted its cause. */
const insertNotices = async (
  db: Db,
  fanOut: FanOut,
  followers: readonly string[],
): Promise<string[]> => {
  if (followers.length === 0 || fanOut.kind === null) return []
  await db.query(
    `SELECT pg_advisory_xact_lock_shared(${muteLock('actor_id')}) FROM occurrences WHERE id = $1`,
    [fanOut.occurrence_id],
  )
  const { rows } = await db.query<{ user_id: string }>(
    `INSERT INTO notices (user_id, occurrence_id, kind, follow_kind, follow_key)
     SELECT follower, id, $2, $3, $4
     FROM occurrences CROSS JOIN unnest($5::uuid[]) AS follower
     WHERE id = $1 AND follower IS DISTINCT FROM actor_id AND NOT EXISTS (
       SELECT FROM mutes WHERE mutes.user_id = follower AND muted_id = actor_id AND muted)
     ORDER BY follower
     ON CONFLICT DO NOTHING RETURNING user_id`,
    [fanOut.occurrence_id, fanOut.kind, fanOut.follow_kind, fanOut.follow_key, followers],
  )
  return rows.map(({ user_id }) => user_id)
}

const copyFollows = async (
  db: Db,
  { also_follow, follow_kind }: FanOut,
  followers: readonly string[],
): Promise<void> => {
  if (also_follow === null) return
  await db.query(
    `INSERT INTO follows (user_id, kind, key, automatic)
     SELECT follower, $1, $2, true FROM unnest($3::uuid[]) AS follower ORDER BY follower
     ON CONFLICT DO NOTHING`,
    [follow_kind, also_follow, followers],
  )
}

const keyOf = ({ occurrence_id, follow_kind, follow_key }: FanOut) => [
  occurrence_id,
  follow_kind,
  follow_key,
]
const isThis = 'occurrence_id = $1 AND follow_kind = $2 AND follow_key = $3'

const remove = async (db: Db, fanOut: FanOut): Promise<void> => {
  await db.query(`DELETE FROM fan_outs WHERE ${isThis}`, keyOf(fanOut))
}

const advance = async (db: Db, fanOut: FanOut, last: string | undefined): Promise<void> => {
  await db.query(
    `UPDATE fan_outs SET last_follower = $4, served_at = clock_timestamp() WHERE ${isThis}`,
    [...keyOf(fanOut), last],
  )
}
