import { type EventPayload, submissionChanged, type userLeft } from '@answerable/contracts/events'
import { type Db, type Pool, transaction } from '@answerable/service-kit/db'
import { forgetVoter, withdrawAccountVotes } from '../votes/account-votes.ts'
import { awaitWriters, findWritersInFlight } from '../votes/in-flight.ts'

type Departure = EventPayload<typeof userLeft> & { requestId: string | null }

const batchSize = 200
/** Many times what a transaction takes, and half of what the bus waits for the consumer of an event. */
const patienceMilliseconds = 15_000

/**
 * Leaves nothing that leads to somebody who has left: votes are withdrawn, comments and flags deleted, and
 * submissions stay without their author. Every step can be done again, so that whatever interrupts it is
 * made up for by the next time the event comes.
 */
export const eraseAuthor = async (pool: Pool, departure: Departure): Promise<void> => {
  await refuseFromNowOn(pool, departure.userId)
  await awaitWriters(pool, await findWritersInFlight(pool), patienceMilliseconds)
  const { userId: accountId, requestId } = departure
  await withdrawAccountVotes(pool, { accountId, requestId })
  let touched = batchSize
  while (touched === batchSize) {
    touched = await transaction(pool, (db) => forgetBatch(db, departure))
  }
  await forgetVoter(pool, departure.userId)
  await pool.query('DELETE FROM idempotency_keys WHERE author_id = $1', [departure.userId])
  await pool.query(`UPDATE authors SET username = '' WHERE id = $1`, [departure.userId])
}

/**
 * The id stays, suspended for good and newer than any event: a vote that was under way, or an older event
 * that comes late, finds the door shut.
 */
const refuseFromNowOn = async (db: Db, userId: string): Promise<void> => {
  await db.query(
    `INSERT INTO authors (id, username, version, suspended)
     VALUES ($1, '', 9223372036854775807, true)
     ON CONFLICT (id) DO UPDATE SET version = excluded.version, suspended = true`,
    [userId],
  )
}

/** Answers how many submissions it came across. */
const forgetBatch = async (db: Db, { userId, requestId }: Departure): Promise<number> => {
  const ids = await lockTouched(db, userId)
  await db.query(
    `UPDATE applied_decisions
     SET before = before || '{"author": null, "authorId": null}',
       after = after || '{"author": null, "authorId": null}'
     WHERE submission_id = ANY ($2) AND before ->> 'authorId' = $1::text`,
    [userId, ids],
  )
  await db.query(
    `WITH unsaid AS (
       DELETE FROM comments WHERE author_id = $1 AND submission_id = ANY ($2)
       RETURNING submission_id
     ), unflagged AS (
       DELETE FROM flags WHERE user_id = $1 AND submission_id = ANY ($2)
       RETURNING submission_id, closed_at IS NULL AS is_open
     ), changed AS (
       UPDATE submissions SET
         comment_count = comment_count - (SELECT count(*) FROM unsaid WHERE submission_id = id),
         flag_count = flag_count - (
           SELECT count(*) FROM unflagged WHERE submission_id = id AND is_open),
         author_id = nullif(author_id, $1),
         version = version + 1
       WHERE id = ANY ($2)
       RETURNING new AS submission,
         old.author_id IS NOT DISTINCT FROM $1 AS was_own
     )
     INSERT INTO outbox (subject, payload, request_id)
     SELECT $3,
       submission_changed(submission, CASE WHEN was_own THEN 'decision' ELSE 'numbers' END), $4
     FROM changed`,
    [userId, ids, submissionChanged.subject, requestId],
  )
  return ids.length
}

/** In id order, like everyone who locks several. */
const lockTouched = async (db: Db, userId: string): Promise<string[]> => {
  const { rows } = await db.query<{ id: string }>(
    `SELECT id FROM submissions WHERE id IN (
       SELECT id FROM submissions WHERE author_id = $1
       UNION SELECT submission_id FROM comments WHERE author_id = $1
       UNION SELECT submission_id FROM flags WHERE user_id = $1
       ORDER BY 1 LIMIT ${batchSize}
     ) ORDER BY id FOR NO KEY UPDATE`,
    [userId],
  )
  return rows.map(({ id }) => id)
}
