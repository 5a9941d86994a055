import { sessionsEnded } from '@answerable/contracts/events'
import type { Db } from '@answerable/service-kit/db'
import { appendEvent } from '@answerable/service-kit/outbox'
import { idleMilliseconds, lifetimeMilliseconds, type SessionState } from './rules.ts'

export type Session = SessionState & { userId: string; username: string }

export const findSession = async (db: Db, hash: string): Promise<Session | null> => {
  const { rows } = await db.query<Session>(
    `SELECT sessions.created_at AS "createdAt", last_seen_at AS "lastSeenAt", user_id AS "userId",
       username, is_admin AS "isAdmin", suspended_at AS "suspendedAt"
     FROM sessions JOIN users ON users.id = user_id WHERE hash = $1`,
    [hash],
  )
  return rows[0] ?? null
}

export const touchSession = async (db: Db, hash: string): Promise<void> => {
  await db.query('UPDATE sessions SET last_seen_at = now() WHERE hash = $1', [hash])
}

export const createSession = async (
  db: Db,
  session: { hash: string; userId: string },
): Promise<void> => {
  await db.query('INSERT INTO sessions (hash, user_id) VALUES ($1, $2)', [
    session.hash,
    session.userId,
  ])
}

/** Ends one session, if there is such a one, and tells the others. */
export const endSession = async (
  db: Db,
  { hash, requestId }: { hash: string; requestId: string },
): Promise<void> => {
  const { rows } = await db.query<{ hash: string }>(
    'DELETE FROM sessions WHERE hash = $1 RETURNING hash',
    [hash],
  )
  await tell(db, { ended: rows, requestId })
}

/** Ends every session of a user and tells the others. */
export const endSessionsOf = async (
  db: Db,
  { userId, requestId }: { userId: string; requestId: string | null },
): Promise<void> => {
  const { rows } = await db.query<{ hash: string }>(
    'DELETE FROM sessions WHERE user_id = $1 RETURNING hash',
    [userId],
  )
  await tell(db, { ended: rows, requestId })
}

export const deleteDeadSessions = async (db: Db): Promise<void> => {
  const seconds = (milliseconds: number) => milliseconds / 1000
  await db.query(
    `DELETE FROM sessions
     WHERE last_seen_at < now() - $1 * interval '1 second'
        OR created_at < now() - $2 * interval '1 second'`,
    [seconds(idleMilliseconds), seconds(lifetimeMilliseconds(false))],
  )
}

const tell = async (
  db: Db,
  { ended, requestId }: { ended: { hash: string }[]; requestId: string | null },
): Promise<void> => {
  if (ended.length === 0) return
  const payload = { sessionHashes: ended.map(({ hash }) => hash) }
  await appendEvent(db, sessionsEnded, { payload, requestId })
}
