import {
  commentChanged,
  type EventPayload,
  submissionChanged,
  type userLeft,
} from '@answerable/contracts/events'
import { type Db, type Pool, transaction } from '@answerable/service-kit/db'
import { alternativeFlags } from '../alternatives/flagged.ts'
import { deleteMarksOf } from '../alternatives/store.ts'
import { comments, deleteFlagsOf } from '../comment-flags/store.ts'
import { deleteComments } from '../comments/changes.ts'
import { mergeLock } from '../merges/store.ts'
import { eraseRepresentative } from '../responses/flags.ts'
import { deleteVoter, withdrawAccountVotes } from '../votes/account-votes.ts'
import { awaitWriters, findWritersInFlight } from '../votes/in-flight.ts'

type Deletion = EventPayload<typeof userLeft> & { requestId: string | null }

const batchSize = 200
/** Many times the duration of a transaction, and half of the bus's timeout for a consumer. */
const timeoutMilliseconds = 15_000

/**
 * Erases the personal data of a deleted account: withdraws its votes, joins and marks, deletes its comments and flags, and
 * removes it as the author of its submissions. Every step is idempotent, so that a repeated event completes an interrupted run.
 */
export const eraseAuthor = async (pool: Pool, deletion: Deletion): Promise<void> => {
  await refuseWrites(pool, deletion.userId)
  await awaitWriters(pool, await findWritersInFlight(pool), timeoutMilliseconds)
  const { userId: accountId, requestId } = deletion
  await withdrawAccountVotes(pool, { accountId, requestId })
  await repeat(() => transaction(pool, (db) => withdrawMarks(db, deletion)))
  await repeat(() => transaction(pool, (db) => deleteFlagsOf(db, comments, deletion.userId)))
  await repeat(() => transaction(pool, (db) => deleteMarksOf(db, deletion.userId)))
  await repeat(() =>
    transaction(pool, (db) => deleteFlagsOf(db, alternativeFlags, deletion.userId)),
  )
  await pool.query('DELETE FROM alternatives WHERE author_id = $1', [deletion.userId])
  // Until nothing is left, because a merge may have moved comments in the meantime.
  await repeat(() => transaction(pool, (db) => eraseBatch(db, deletion)))
  await pool.query('DELETE FROM mentions WHERE user_id = $1', [deletion.userId])
  await pool.query('DELETE FROM merged_votes WHERE user_id = $1', [deletion.userId])
  await pool.query('DELETE FROM merged_participations WHERE user_id = $1', [deletion.userId])
  await deleteVoter(pool, deletion.userId)
  await pool.query('DELETE FROM idempotency_keys WHERE author_id = $1', [deletion.userId])
  await pool.query('DELETE FROM suggestions WHERE author_id = $1', [deletion.userId])
  // Confirmed updates stay without their reporter, because the timeline shows them.
  await pool.query(`DELETE FROM updates WHERE reporter_id = $1 AND state <> 'confirmed'`, [
    deletion.userId,
  ])
  await pool.query('UPDATE updates SET reporter_id = NULL, note = NULL WHERE reporter_id = $1', [
    deletion.userId,
  ])
  await transaction(pool, (db) => eraseRepresentative(db, deletion.userId))
  await pool.query('DELETE FROM mutes WHERE $1 IN (user_id, muted_id)', [deletion.userId])
  await pool.query(`UPDATE authors SET username = '', joined_at = NULL WHERE id = $1`, [
    deletion.userId,
  ])
}

/**
 * Stores the id as suspended with the highest version. This refuses votes in flight and older events that arrive
 * late. Waits for merges, which move either everything of an account or nothing.
 */
const refuseWrites = async (db: Db, userId: string): Promise<void> => {
  await db.query(
    `WITH no_merge AS MATERIALIZED (SELECT pg_advisory_xact_lock_shared(${mergeLock}))
     INSERT INTO authors (id, username, version, suspended)
     SELECT $1, '', 9223372036854775807, true FROM no_merge
     ON CONFLICT (id) DO UPDATE SET version = excluded.version, suspended = true`,
    [userId],
  )
}

const repeat = async (work: () => Promise<number>): Promise<void> => {
  while ((await work()) > 0);
}

/** Withdraws some of the marks of an account and returns how many. */
const withdrawMarks = async (db: Db, { userId, requestId }: Deletion): Promise<number> => {
  const { rows } = await db.query<{ id: string }>(
    `SELECT id FROM comments WHERE id IN (
       SELECT comment_id FROM helpful_marks WHERE user_id = $1 ORDER BY 1 LIMIT ${batchSize}
     ) ORDER BY id FOR NO KEY UPDATE`,
    [userId],
  )
  const ids = rows.map(({ id }) => id)
  await db.query(
    `WITH withdrawn AS (
       DELETE FROM helpful_marks WHERE user_id = $1 AND comment_id = ANY ($2) RETURNING comment_id
     ), changed AS (
       UPDATE comments SET helpful_count = helpful_count - 1, version = version + 1
       FROM withdrawn WHERE id = comment_id RETURNING new AS comment
     )
     INSERT INTO outbox (subject, payload, request_id)
     SELECT $3, comment_changed(comment, 'helpful'), $4 FROM changed`,
    [userId, ids, commentChanged.subject, requestId],
  )
  return ids.length
}

/** Returns the number of submissions that it changed. */
const eraseBatch = async (db: Db, { userId, requestId }: Deletion): Promise<number> => {
  const ids = await lockTouched(db, userId)
  await db.query(
    `UPDATE applied_decisions
     SET before = before || '{"author": null, "authorId": null}',
       after = after || '{"author": null, "authorId": null}'
     WHERE submission_id = ANY ($2) AND before ->> 'authorId' = $1::text`,
    [userId, ids],
  )
  const { rows: unsaid } = await db.query<{ id: string; submission_id: string; state: string }>(
    'SELECT id, submission_id, state FROM comments WHERE author_id = $1 AND submission_id = ANY ($2)',
    [userId, ids],
  )
  await deleteComments(
    db,
    unsaid.map(({ id }) => id),
    { requestId },
  )
  const uncounted = unsaid.flatMap(({ submission_id, state }) =>
    state === 'shown' ? [submission_id] : [],
  )
  await db.query(
    `WITH unflagged AS (
       DELETE FROM flags WHERE user_id = $1 AND submission_id = ANY ($2)
       RETURNING submission_id, closed_at IS NULL AS is_open
     ), changed AS (
       UPDATE submissions SET
         comment_count = comment_count - (
           SELECT count(*) FROM unnest($5::text[]) AS uncounted (of_id) WHERE of_id = id),
         flag_count = flag_count - (
           SELECT count(*) FROM unflagged WHERE submission_id = id AND is_open),
         author_id = nullif(author_id, $1),
         version = version + 1
       WHERE id = ANY ($2)
       RETURNING new AS submission,
         old.author_id IS NOT DISTINCT FROM $1 AS was_own
     )
     INSERT INTO outbox (subject, payload, request_id)
     SELECT $3, jsonb_build_object('changes', jsonb_agg(
         submission_changed(submission, CASE WHEN was_own THEN 'decision' ELSE 'numbers' END)
       )), $4
     FROM changed HAVING count(*) > 0`,
    [userId, ids, submissionChanged.subject, requestId, uncounted],
  )
  return ids.length
}

/** In id order, which prevents deadlocks. */
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
