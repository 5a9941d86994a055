import type { Db } from '@answerable/service-kit/db'
import { keyedHash } from '../secrets.ts'
import { skeletonOf } from './rules.ts'

const keyOf = (codeKey: Buffer, text: string): string => keyedHash(codeKey, 'username', text)

const nameKey = (codeKey: Buffer, username: string): string => keyOf(codeKey, skeletonOf(username))

/** Until the transaction ends, no other one takes or gives up one of these names or one that looks like it. */
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
 * Whether somebody else has this name or one that looks like it, or gave one up so lately that it is kept for
 * them. `userId` is null for an account that is yet to be made. Needs the lock of the name.
 */
export const isNameTaken = async (
  db: Db,
  codeKey: Buffer,
  { username, userId }: { username: string; userId: string | null },
): Promise<boolean> => {
  const skeleton = skeletonOf(username)
  // Names given up before look-alikes were compared are kept under their lower-case letters.
  const keys = [keyOf(codeKey, skeleton), keyOf(codeKey, username.toLowerCase())]
  const { rows } = await db.query<{ taken: boolean }>(
    `SELECT EXISTS (
         SELECT FROM users WHERE name_skeleton(username) = $1 AND id IS DISTINCT FROM $2
       ) OR EXISTS (
         SELECT FROM released_names
         WHERE name_key = ANY ($3) AND user_id IS DISTINCT FROM $2 AND expires_at > now()
       ) AS taken`,
    [skeleton, userId, keys],
  )
  return rows[0]?.taken === true
}

const keptDays = 30

/** Keeps a name that is given up for its former owner: nobody else can pass for them meanwhile. */
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
    [nameKey(codeKey, username), userId, keptDays],
  )
}

export const deleteFreeNames = async (db: Db): Promise<void> => {
  await db.query('DELETE FROM released_names WHERE expires_at < now()')
}
