import { type EventPayload, userChanged } from '@answerable/contracts/events'
import type { CurrentUser } from '@answerable/contracts/sign-in'
import type { Db } from '@answerable/service-kit/db'
import { appendEvent } from '@answerable/service-kit/outbox/outbox'
import { voterIdOf, voterRulesOf } from './mailboxes.ts'
import { isNameTaken, lockNames } from './names.ts'
import { newUsername } from './usernames.ts'

export type User = CurrentUser & {
  suspendedAt: Date | null
  version: number
  /** The mailbox that the address leads to; null for a moment after an upgrade. */
  voterId: string | null
  joinedAt: Date
}

export const userColumns =
  'id, email, username, is_admin AS "isAdmin", suspended_at AS "suspendedAt", version, voter_id AS "voterId", created_at AS "joinedAt"'

export const findUser = async (db: Db, id: string): Promise<User | null> => {
  const { rows } = await db.query<User>(`SELECT ${userColumns} FROM users WHERE id = $1`, [id])
  return rows[0] ?? null
}

/** Locks a user until the transaction ends. */
export const lockUser = async (db: Db, id: string): Promise<User | null> => {
  const { rows } = await db.query<User>(
    `SELECT ${userColumns} FROM users WHERE id = $1 FOR NO KEY UPDATE`,
    [id],
  )
  return rows[0] ?? null
}

export const findUserByEmail = async (db: Db, email: string): Promise<User | null> => {
  const { rows } = await db.query<User>(`SELECT ${userColumns} FROM users WHERE email = $1`, [
    email,
  ])
  return rows[0] ?? null
}

const usernameTries = 20

/** The account of an address, made if there is none; announces a new one. */
export const findOrCreateUser = async (
  db: Db,
  { codeKey, email, requestId }: { codeKey: Buffer; email: string; requestId: string },
): Promise<User> => {
  for (let tries = 0; tries < usernameTries; tries += 1) {
    const known = await findUserByEmail(db, email)
    if (known !== null) return known
    const username = newUsername()
    await lockNames(db, codeKey, [username])
    if (await isNameTaken(db, codeKey, { username, userId: null })) continue
    const created = await insertUser(db, { codeKey, email, username })
    if (created === null) continue
    await announceUser(db, { user: created, requestId })
    return created
  }
  throw new Error('no free username was found')
}

/** Null when the address or the username is taken by now. */
const insertUser = async (
  db: Db,
  { codeKey, email, username }: { codeKey: Buffer; email: string; username: string },
): Promise<User | null> => {
  const { rows } = await db.query<User>(
    `INSERT INTO users (email, username, voter_id, voter_rules) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING RETURNING ${userColumns}`,
    [email, username, voterIdOf(codeKey, email), voterRulesOf(codeKey)],
  )
  return rows[0] ?? null
}

/** Null when there is no such user or nothing to change. */
export const setAdmin = async (
  db: Db,
  { email, isAdmin }: { email: string; isAdmin: boolean },
): Promise<User | null> => {
  const { rows } = await db.query<User>(
    `UPDATE users SET is_admin = $2, version = version + 1
     WHERE email = $1 AND is_admin <> $2 RETURNING ${userColumns}`,
    [email, isAdmin],
  )
  return rows[0] ?? null
}

/** Publishes the new state of a user. */
export const announceUser = (
  db: Db,
  { user, requestId }: { user: User; requestId: string | null },
): Promise<void> =>
  appendEvent(db, userChanged, {
    payload: stateOf(user),
    requestId,
  })

/** The whole state of a user that others may hold. */
export const stateOf = (user: User): EventPayload<typeof userChanged> => ({
  user: { id: user.id, username: user.username, role: user.isAdmin ? 'admin' : 'member' },
  version: user.version,
  suspended: user.suspendedAt !== null,
  ...(user.voterId !== null && { voterId: user.voterId }),
  joinedAt: user.joinedAt.toISOString(),
})

/** The fields of an account that its owner sees. */
export const currentUserOf = (user: User): CurrentUser => ({
  id: user.id,
  email: user.email,
  username: user.username,
  // A suspended administrator is none.
  isAdmin: user.isAdmin && user.suspendedAt === null,
})
