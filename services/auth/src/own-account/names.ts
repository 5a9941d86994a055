import type { Db } from '@answerable/service-kit/db'
import { keyedHash } from '../secrets.ts'
import { foldedName } from './rules.ts'

const nameKey = (codeKey: Buffer, username: string): string =>
  keyedHash(codeKey, 'username', foldedName(username))

/** Until the transaction ends, nobody else takes or gives up one of these names. */
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

/** Whether a name was given up so lately that it is kept for who had it. */
export const isKeptForAnother = async (
  db: Db,
  codeKey: Buffer,
  { username, userId }: { username: string; userId: string },
): Promise<boolean> => {
  const { rowCount } = await db.query(
    'SELECT FROM released_names WHERE name_key = $1 AND user_id <> $2 AND expires_at > now()',
    [nameKey(codeKey, username), userId],
  )
  return rowCount === 1
}

const keptDays = 30

/** Keeps a name that is given up for who had it: nobody else can pass for them meanwhile. */
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
