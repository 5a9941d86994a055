import { type FollowKind, followLimits } from '@answerable/contracts/follows'
import { type Db, onlyRow, type Pool, transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'

export type Thing = { kind: FollowKind; key: string }

export type FollowRow = Thing & { automatic: boolean; createdAt: string }

/** The things that a member follows, newest first, and their number. */
export const readFollows = async (
  db: Db,
  userId: string,
  query: { page: number; limit: number; kind?: FollowKind | undefined; key?: string | undefined },
): Promise<{ follows: FollowRow[]; total: number }> => {
  const selected = [userId, query.kind ?? null, query.key ?? null]
  const where = `WHERE user_id = $1 AND active
    AND ($2::text IS NULL OR kind = $2) AND ($3::text IS NULL OR key = $3)`
  const { rows } = await db.query<Thing & { automatic: boolean; created_at: Date }>(
    `SELECT kind, key, automatic, created_at FROM follows ${where}
     ORDER BY created_at DESC, kind, key LIMIT $4 OFFSET $5`,
    [...selected, query.limit, (query.page - 1) * query.limit],
  )
  // A member follows a bounded number of things.
  const { rows: counted } = await db.query<{ total: number }>(
    `SELECT count(*) AS total FROM follows ${where}`,
    selected,
  )
  return {
    follows: rows.map(({ created_at, ...row }) => ({
      ...row,
      createdAt: created_at.toISOString(),
    })),
    total: onlyRow(counted).total,
  }
}

/** Throws `too_many_follows`. */
export const addFollow = (pool: Pool, userId: string, { kind, key }: Thing): Promise<void> =>
  transaction(pool, async (db) => {
    await lockMember(db, userId)
    await db.query(
      `INSERT INTO follows (user_id, kind, key, automatic) VALUES ($1, $2, $3, false)
       ON CONFLICT (user_id, kind, key) DO UPDATE SET active = true, automatic = false,
         created_at = CASE WHEN follows.active THEN follows.created_at ELSE excluded.created_at END`,
      [userId, kind, key],
    )
    const { all, searches } = await countFollows(db, userId)
    if (all > followLimits.all || searches > followLimits.searches)
      throw new AppError('too_many_follows')
  })

/**
 * Remembers that the member does not want to follow it. Nothing follows a search for a member, and there are any number
 * of searches, so that nothing of them is stored.
 */
export const endFollow = async (db: Db, userId: string, { kind, key }: Thing): Promise<void> => {
  await db.query(
    kind === 'search'
      ? 'DELETE FROM follows WHERE user_id = $1 AND kind = $2 AND key = $3'
      : 'UPDATE follows SET active = false WHERE user_id = $1 AND kind = $2 AND key = $3',
    [userId, kind, key],
  )
}

const settingOf = { wrote: 'follows_automatically', joined: 'follows_when_joining' } as const

export type AutomaticFollow = { userId: string; submissionId: string }

/**
 * Follows submissions that members have written, written about or joined, unless they have turned this off, have
 * unfollowed them, or follow as many things as possible. One statement for all, because many members join at once.
 */
export const followAutomatically = async (
  db: Db,
  follows: readonly AutomaticFollow[],
  because: 'wrote' | 'joined' = 'wrote',
): Promise<void> => {
  await db.query({
    // Prepared, because planning it takes half as long as following thirty boycotts.
    name: `follow-automatically-${because}`,
    // In the order of the keys, so that concurrent statements cannot wait for each other.
    text: `INSERT INTO follows (user_id, kind, key, automatic)
     SELECT user_id, 'submission', submission_id, true
     FROM (
       SELECT user_id, submission_id,
         row_number() OVER (PARTITION BY user_id ORDER BY submission_id) AS place
       FROM (SELECT DISTINCT * FROM unnest($1::uuid[], $2::text[])) AS given (user_id, submission_id)
       WHERE NOT EXISTS (
         SELECT FROM follows
         WHERE follows.user_id = given.user_id AND kind = 'submission' AND key = submission_id OFFSET 0
       )
     ) AS wanted
     WHERE NOT EXISTS (
       SELECT FROM members WHERE members.user_id = wanted.user_id AND NOT ${settingOf[because]} OFFSET 0
     ) AND place + (
       SELECT count(*) FROM follows WHERE follows.user_id = wanted.user_id AND active
     ) <= $3
     ORDER BY user_id, submission_id
     ON CONFLICT (user_id, kind, key) DO NOTHING`,
    values: [
      follows.map(({ userId }) => userId),
      follows.map(({ submissionId }) => submissionId),
      followLimits.all,
    ],
  })
}

const countFollows = async (db: Db, userId: string): Promise<{ all: number; searches: number }> => {
  const { rows } = await db.query<{ all: number; searches: number }>(
    `SELECT count(*) AS "all", count(*) FILTER (WHERE kind = 'search') AS searches
     FROM follows WHERE user_id = $1 AND active`,
    [userId],
  )
  return onlyRow(rows)
}

/** Makes the member's other changes wait, so that none passes the limit beside another. */
const lockMember = async (db: Db, userId: string): Promise<void> => {
  await db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [userId])
}
