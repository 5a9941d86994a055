import type { Db } from '@answerable/service-kit/db'
import { endSessionsOf } from '../sessions/store.ts'

/**
 * Deletes the passkeys of a user, ends their sessions and lets them add a new first passkey within 24 hours. If
 * decisions needed a passkey, they still do: the mailbox alone is not enough.
 */
export const resetPasskeysOf = async (
  db: Db,
  { userId, requestId }: { userId: string; requestId: string | null },
): Promise<void> => {
  await db.query('DELETE FROM passkeys WHERE user_id = $1', [userId])
  await permitFirstPasskey(db, userId)
  await endSessionsOf(db, { userId, requestId })
}

/** The permission to add the first passkey where one is needed already. */
export const permitFirstPasskey = async (db: Db, userId: string): Promise<void> => {
  await db.query(
    `UPDATE users SET first_passkey_until = now() + interval '24 hours' WHERE id = $1`,
    [userId],
  )
}

/** For a user who is no longer an administrator. */
export const forgetPasskeysOf = async (db: Db, userId: string): Promise<void> => {
  await db.query('DELETE FROM passkeys WHERE user_id = $1', [userId])
  await db.query(
    'UPDATE users SET passkey_needed = false, first_passkey_until = NULL WHERE id = $1',
    [userId],
  )
}
