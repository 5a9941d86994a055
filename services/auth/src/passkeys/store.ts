import { confirmationSeconds, type Passkey, type Transport } from '@answerable/contracts/passkeys'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import type { AddingState } from './rules.ts'

export type StoredPasskey = {
  id: string
  credentialId: string
  publicKey: Buffer
  counter: number
  transports: Transport[]
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

const columns = `id, credential_id AS "credentialId", public_key AS "publicKey", counter, transports, name,
  created_at AS "createdAt", last_used_at AS "lastUsedAt"`

/** The fields that the owner sees. */
export const passkeyOf = ({ id, name, createdAt, lastUsedAt }: StoredPasskey): Passkey => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

/** The passkeys of a user, oldest first. */
export const findPasskeys = async (db: Db, userId: string): Promise<StoredPasskey[]> => {
  const { rows } = await db.query<StoredPasskey>(
    `SELECT ${columns} FROM passkeys WHERE user_id = $1 ORDER BY created_at, id`,
    [userId],
  )
  return rows
}

/** What decides whether this user needs a passkey, besides the site. */
export const findPasskeyNeeded = async (
  db: Db,
  userId: string,
): Promise<Pick<AddingState, 'passkeyNeeded'>> => {
  const { rows } = await db.query<Pick<AddingState, 'passkeyNeeded'>>(
    'SELECT passkey_needed AS "passkeyNeeded" FROM users WHERE id = $1',
    [userId],
  )
  return onlyRow(rows)
}

/** Locks a passkey of this user until the transaction ends, so that two uses with one counter do not both succeed. */
export const lockPasskey = async (
  db: Db,
  { userId, credentialId }: { userId: string; credentialId: string },
): Promise<StoredPasskey | null> => {
  const { rows } = await db.query<StoredPasskey>(
    `SELECT ${columns} FROM passkeys WHERE credential_id = $1 AND user_id = $2 FOR UPDATE`,
    [credentialId, userId],
  )
  return rows[0] ?? null
}

/** Reads what decides whether a session may add a passkey; locks the user. Null if the session has ended. */
export const lockAddingState = async (
  db: Db,
  { userId, sessionHash }: { userId: string; sessionHash: string },
): Promise<AddingState | null> => {
  const { rows } = await db.query<AddingState>(
    `SELECT passkey_needed AS "passkeyNeeded", confirmed_until AS "confirmedUntil",
       sessions.created_at AS "signedInAt", first_passkey_until AS "firstPasskeyUntil",
       (SELECT count(*) FROM passkeys WHERE user_id = users.id) AS "passkeyCount"
     FROM users JOIN sessions ON user_id = users.id WHERE users.id = $1 AND hash = $2
     FOR NO KEY UPDATE OF users`,
    [userId, sessionHash],
  )
  return rows[0] ?? null
}

type NewPasskey = Pick<
  StoredPasskey,
  'credentialId' | 'publicKey' | 'counter' | 'transports' | 'name'
> & { userId: string }

/** Adds a passkey; from now on decisions of its owner need one. */
export const insertPasskey = async (db: Db, passkey: NewPasskey): Promise<StoredPasskey> => {
  const { rows } = await db.query<StoredPasskey>(
    `INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, name)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${columns}`,
    [
      passkey.userId,
      passkey.credentialId,
      passkey.publicKey,
      passkey.counter,
      passkey.transports,
      passkey.name,
    ],
  )
  await db.query(
    'UPDATE users SET passkey_needed = true, first_passkey_until = NULL WHERE id = $1',
    [passkey.userId],
  )
  return onlyRow(rows)
}

export const recordUse = async (
  db: Db,
  { id, counter }: { id: string; counter: number },
): Promise<void> => {
  await db.query('UPDATE passkeys SET counter = $2, last_used_at = now() WHERE id = $1', [
    id,
    counter,
  ])
}

/** Marks the session as confirmed; returns until when. */
export const confirm = async (db: Db, sessionHash: string): Promise<Date | null> => {
  const { rows } = await db.query<{ until: Date }>(
    `UPDATE sessions SET confirmed_until = now() + $2 * interval '1 second' WHERE hash = $1
     RETURNING confirmed_until AS until`,
    [sessionHash, confirmationSeconds],
  )
  return rows[0]?.until ?? null
}

/** Null if the user has no such passkey. */
export const setName = async (
  db: Db,
  { userId, id, name }: { userId: string; id: string; name: string },
): Promise<StoredPasskey | null> => {
  const { rows } = await db.query<StoredPasskey>(
    `UPDATE passkeys SET name = $3 WHERE id = $1 AND user_id = $2 RETURNING ${columns}`,
    [id, userId, name],
  )
  return rows[0] ?? null
}

export const deletePasskey = async (db: Db, id: string): Promise<void> => {
  await db.query('DELETE FROM passkeys WHERE id = $1', [id])
}

/** Decisions of this user need no passkey any longer. */
export const clearPasskeyNeeded = async (db: Db, userId: string): Promise<void> => {
  await db.query('UPDATE users SET passkey_needed = false WHERE id = $1', [userId])
}

/** Ends the confirmations of all sessions of a user but one. */
export const endOtherConfirmations = async (
  db: Db,
  { userId, exceptHash }: { userId: string; exceptHash: string },
): Promise<void> => {
  await db.query(
    `UPDATE sessions SET confirmed_until = NULL
     WHERE user_id = $1 AND hash <> $2 AND confirmed_until IS NOT NULL`,
    [userId, exceptHash],
  )
}
