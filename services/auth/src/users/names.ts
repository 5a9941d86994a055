import type { Db } from '@answerable/service-kit/db'
import { keyedHash } from '../secrets.ts'
import { skeletonOf } from './name-rules.ts'

const nameKey = (codeKey: Buffer, username: string): string =>
  keyedHash(codeKey, 'username', skeletonOf(username))

/** Locks these names, and those that look like them, until the transaction ends. */
export const lockNames = async (
  db: Db,
  codeKey: Buffer,
  usernames: readonly string[],
): Promise<void> => {
  await db.query(
    `SELECT pg_advisory_xact_lock(lock) FROM (
       SELECT DISTINCT hashtextextended(key, 1) AS lock FROM unnest($1::text[]) AS key ORDER BY lock
     ) AS locks`,
    [usernames.map((username) => nameKey(codeKey, username))],
  )
}

/**
 * Whether another account has this name or one that looks like it, or released one that is still reserved for it.
 * `userId` is null for a new account. Needs the lock of the name.
 */
export const isNameTaken = async (
  db: Db,
  codeKey: Buffer,
  { username, userId }: { username: string; userId: string | null },
): Promise<boolean> => {
  const skeleton = skeletonOf(username)
  const { rows } = await db.query<{ taken: boolean }>(
    `SELECT EXISTS (
         SELECT FROM users WHERE name_skeleton(username) = $1 AND id IS DISTINCT FROM $2
       ) OR EXISTS (
         SELECT FROM released_names
         WHERE name_key = $3 AND user_id IS DISTINCT FROM $2 AND expires_at > now()
       ) AS taken`,
    [skeleton, userId, nameKey(codeKey, username)],
  )
  return rows[0]?.taken === true
}

const reservedDays = 30

/** Reserves a released name for its former owner, so that nobody can impersonate them. */
export const releaseName = async (
  db: Db,
  codeKey: Buffer,
  { username, userId }: { username: string; userId: string },
): Promise<void> => {
  await db.query(
    `INSERT INTO released_names (name_key, user_id, expires_at)
     VALUES ($1, $2, now() + $3 * interval '1 day')
     ON CONFLICT (name_key) DO UPDATE
       SET user_id = excluded.user_id, expires_at = excluded.expires_at`,
    [nameKey(codeKey, username), userId, reservedDays],
  )
}

export const deleteExpiredNames = async (db: Db): Promise<void> => {
  await db.query('DELETE FROM released_names WHERE expires_at < now()')
}
