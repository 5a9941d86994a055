import { sessionsEnded } from '@answerable/contracts/events'
import { batchLoader } from '@answerable/service-kit/batch-loader'
import { asOne, type Db, onlyRow, type Pool, transaction } from '@answerable/service-kit/db'
import { appendEvent } from '@answerable/service-kit/outbox/outbox'
import type { ConfirmationState } from '../passkeys/rules.ts'
import { idleMilliseconds, lifetimeMilliseconds, type SessionState } from './rules.ts'

export type Session = SessionState &
  ConfirmationState & {
    suspendedAt: Date | null
    userId: string
    username: string
    email: string
    /** Null until it is stored. */
    voterId: string | null
    joinedAt: Date
  }

export type FoundSession = Session & { hash: string }

/** Those of these sessions that exist, in any order. */
export const findSessions = async (db: Db, hashes: readonly string[]): Promise<FoundSession[]> => {
  const { rows } = await db.query<FoundSession>({
    name: 'find-sessions',
    text: `SELECT hash, sessions.created_at AS "createdAt", last_seen_at AS "lastSeenAt",
        user_id AS "userId", username, is_admin AS "isAdmin", suspended_at AS "suspendedAt", email,
        voter_id AS "voterId", users.created_at AS "joinedAt",
        passkey_needed AS "passkeyNeeded", confirmed_until AS "confirmedUntil"
      FROM sessions JOIN users ON users.id = user_id WHERE hash = ANY (${asOne('$1::text[]')}::text[])`,
    values: [hashes],
  })
  return rows
}

/** Finds sessions in batches. */
export const openSessionFinder = (db: Db): ((hash: string) => Promise<Session | null>) =>
  batchLoader(async (hashes) => {
    const found = sessionsByHash(await findSessions(db, hashes))
    return hashes.map((hash) => found.get(hash) ?? null)
  })

export const sessionsByHash = (sessions: readonly FoundSession[]): Map<string, Session> => {
  const byHash = new Map<string, Session>()
  for (const session of sessions) byHash.set(session.hash, session)
  return byHash
}

/**
 * Records that these sessions were used now. Does not wait for the disk, because a crash loses at most a minute of use.
 * Skips locked sessions: they are ending, or another instance records their use.
 */
export const recordUse = async (db: Db, hashes: readonly string[]): Promise<void> => {
  await db.query({
    name: 'record-use',
    text: `WITH used AS MATERIALIZED (
        SELECT ctid AS place FROM sessions
        WHERE hash = ANY (${asOne('$1::text[]')}::text[])
          AND (SELECT set_config('synchronous_commit', 'off', true)) = 'off'
        FOR NO KEY UPDATE SKIP LOCKED
      )
      UPDATE sessions SET last_seen_at = now() FROM used WHERE sessions.ctid = used.place`,
    values: [hashes],
  })
}

export const createSession = async (
  db: Db,
  session: { hash: string; userId: string; device: string; country: string | null },
): Promise<void> => {
  await db.query('INSERT INTO sessions (hash, user_id, device, country) VALUES ($1, $2, $3, $4)', [
    session.hash,
    session.userId,
    session.device,
    session.country,
  ])
}

/** Ends a session, if it exists, and publishes its end. */
export const endSession = async (
  db: Db,
  { hash, requestId }: { hash: string; requestId: string },
): Promise<void> => {
  const { rows } = await db.query<{ hash: string }>(
    'DELETE FROM sessions WHERE hash = $1 RETURNING hash',
    [hash],
  )
  await publishEnded(db, { ended: rows, requestId })
}

/** Ends all sessions of a user, or all but one, and publishes their end; returns how many. */
export const endSessionsOf = async (
  db: Db,
  {
    userId,
    exceptHash = null,
    requestId,
  }: { userId: string; exceptHash?: string | null; requestId: string | null },
): Promise<number> => {
  const { rows } = await db.query<{ hash: string }>(
    'DELETE FROM sessions WHERE user_id = $1 AND hash IS DISTINCT FROM $2 RETURNING hash',
    [userId, exceptHash],
  )
  await publishEnded(db, { ended: rows, requestId })
  return rows.length
}

/**
 * Makes all browsers of these users unknown, so that the next sign-in from each is reported by mail. Returns the new
 * epochs.
 */
export const forgetDevices = async (db: Db, userIds: readonly string[]): Promise<number[]> => {
  const { rows } = await db.query<{ epoch: number }>(
    `UPDATE users SET device_epoch = device_epoch + 1 WHERE id = ANY ($1)
     RETURNING device_epoch AS epoch`,
    [userIds],
  )
  return rows.map(({ epoch }) => epoch)
}

/** Keeps the event below the length from which it is not stored as a dead letter. */
const endedAtOnce = 500

/**
 * Ends the sessions that all users have now, in batches, and publishes their end; returns how many. The next sign-in
 * of these users from each browser is reported by mail.
 */
export const endAllSessions = async (pool: Pool): Promise<number> => {
  const { rows } = await pool.query<{ now: string }>('SELECT now()::text AS now')
  const endBatch = () =>
    transaction(pool, async (db) => {
      const { rows: ended } = await db.query<{ hash: string; userId: string }>(
        `WITH ending AS MATERIALIZED (
           SELECT hash FROM sessions WHERE created_at <= $1 ORDER BY hash LIMIT ${endedAtOnce} FOR UPDATE
         )
         DELETE FROM sessions USING ending WHERE sessions.hash = ending.hash
         RETURNING sessions.hash, user_id AS "userId"`,
        [onlyRow(rows).now],
      )
      await forgetDevices(
        db,
        ended.map(({ userId }) => userId),
      )
      await publishEnded(db, { ended, requestId: null })
      return ended.length
    })
  let total = 0
  for (let count = await endBatch(); count > 0; count = await endBatch()) total += count
  return total
}

/** Ends a session of this user and publishes its end; returns its hash, or null if it does not exist. */
export const endOwnSessionIn = async (
  db: Db,
  { userId, id, requestId }: { userId: string; id: string; requestId: string },
): Promise<string | null> => {
  const { rows } = await db.query<{ hash: string }>(
    'DELETE FROM sessions WHERE user_id = $1 AND id = $2 RETURNING hash',
    [userId, id],
  )
  await publishEnded(db, { ended: rows, requestId })
  return rows[0]?.hash ?? null
}

export type ListedSession = SessionState & {
  id: string
  hash: string
  device: string
  country: string | null
}

/** All stored sessions of a user, most recently used first. */
export const listSessions = async (db: Db, userId: string): Promise<ListedSession[]> => {
  const { rows } = await db.query<ListedSession>(
    `SELECT sessions.id, hash, device, country, sessions.created_at AS "createdAt",
       last_seen_at AS "lastSeenAt", is_admin AS "isAdmin"
     FROM sessions JOIN users ON users.id = user_id WHERE user_id = $1
     ORDER BY last_seen_at DESC, sessions.id`,
    [userId],
  )
  return rows
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

const publishEnded = async (
  db: Db,
  { ended, requestId }: { ended: { hash: string }[]; requestId: string | null },
): Promise<void> => {
  if (ended.length === 0) return
  const payload = { sessionHashes: ended.map(({ hash }) => hash) }
  await appendEvent(db, sessionsEnded, { payload, requestId })
}
