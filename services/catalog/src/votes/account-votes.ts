import { submissionChanged } from '@answerable/contracts/events'
import { type Db, onlyRow, type Pool, transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { awaitWriters, findWritersInFlight } from './in-flight.ts'

/** Few enough for the statement timeout. */
const batchSize = 500
/** Less than the caller's timeout. The next call continues. */
const timeoutMilliseconds = 2_000

type Voiding = { accountId: string; decisionId: string; requestId: string }

/**
 * Voids all votes of a suspended account, once per decision, and returns how many were not void before. Works in
 * batches: if the timeout ends a call, it throws `unavailable`, and the next call continues. Throws
 * `account_not_suspended`.
 */
export const voidAccountVotes = async (pool: Pool, voiding: Voiding): Promise<number> => {
  const earlier = await transaction(pool, (db) => beginVoiding(db, voiding))
  if (earlier !== null) return earlier
  const until = performance.now() + timeoutMilliseconds
  const writers = await findWritersInFlight(pool)
  await voidAll(pool, voiding, until)
  if (writers.length > 0) {
    await awaitWriters(pool, writers, until - performance.now())
    await voidAll(pool, voiding, until)
  }
  const { rows } = await pool.query<{ vote_count: number }>(
    `UPDATE voided_accounts SET vote_count = coalesce(vote_count, (
       SELECT count(*) FROM holds WHERE user_id = $1 AND voided_by = $2
     )) WHERE decision_id = $2 RETURNING vote_count`,
    [voiding.accountId, voiding.decisionId],
  )
  return onlyRow(rows).vote_count
}

const voidAll = async (pool: Pool, voiding: Voiding, until: number): Promise<void> => {
  let after = ''
  let isWhole = false
  while (!isWhole) {
    if (performance.now() > until) throw new AppError('unavailable', { retryAfterSeconds: 1 })
    const ids = await transaction(pool, (db) => voidSome(db, voiding, after))
    after = ids.at(-1) ?? after
    isWhole = ids.length < batchSize
  }
}

/** The number of votes that the decision has voided; null if it is not complete. */
const beginVoiding = async (db: Db, { accountId, decisionId }: Voiding): Promise<number | null> => {
  const { rows: suspended } = await db.query(
    'SELECT FROM authors WHERE id = $1 AND suspended FOR NO KEY UPDATE',
    [accountId],
  )
  const { rows } = await db.query<{ vote_count: number | null }>(
    'SELECT vote_count FROM voided_accounts WHERE decision_id = $1',
    [decisionId],
  )
  if (rows[0] !== undefined) return rows[0].vote_count
  if (suspended.length === 0) throw new AppError('account_not_suspended')
  await db.query('INSERT INTO voided_accounts (decision_id, account_id) VALUES ($1, $2)', [
    decisionId,
    accountId,
  ])
  return null
}

const voidSome = async (
  db: Db,
  { accountId, decisionId, requestId }: Voiding,
  after: string,
): Promise<string[]> => {
  const ids = await lockVotedOn(db, accountId, { after, but: 'void' })
  await db.query(
    `WITH cast_before AS (
       ${castBefore} AND submission_id = ANY ($4)
     ), voided AS (
       INSERT INTO holds (submission_id, user_id, rule, voided_by)
       SELECT submission_id, $1, 'suspended', $5 FROM cast_before WHERE state <> 'void'
       ON CONFLICT (submission_id, user_id) DO UPDATE SET voided_by = excluded.voided_by
     ), ${uncount}
     SELECT`,
    [accountId, submissionChanged.subject, requestId, ids, decisionId],
  )
  return ids
}

type Withdrawal = { accountId: string; requestId: string | null }

/**
 * Withdraws the votes of a deleted account and publishes the new scores. Idempotent. Votes that a decision has voided
 * stay void for the mailbox: their holds remain, with ids that no longer identify anyone.
 */
export const withdrawAccountVotes = async (pool: Pool, withdrawal: Withdrawal): Promise<void> => {
  let withdrawn = batchSize
  while (withdrawn === batchSize) {
    withdrawn = await transaction(pool, (db) => withdrawSome(db, withdrawal))
  }
}

/**
 * Deletes the mailbox of a deleted account, unless void votes remain. Call it last, because votes and flags of a
 * mailbox are found by it, and not while submissions are locked, because votes lock voters first.
 */
export const deleteVoter = async (db: Db, accountId: string): Promise<void> => {
  await db.query(
    `DELETE FROM voters WHERE user_id = $1
       AND NOT EXISTS (SELECT FROM holds WHERE holds.user_id = $1)`,
    [accountId],
  )
}

const withdrawSome = async (db: Db, { accountId, requestId }: Withdrawal): Promise<number> => {
  // Only the locked rows: a concurrent call may have withdrawn others.
  const ids = await lockVotedOn(db, accountId, { after: '', but: 'none' })
  await db.query(
    `WITH cast_before AS (
       ${castBefore} AND submission_id = ANY ($4)
     ), withdrawn AS (
       DELETE FROM votes USING cast_before
       WHERE user_id = $1 AND votes.submission_id = cast_before.submission_id
     ), let_go AS (
       DELETE FROM holds USING cast_before
       WHERE user_id = $1 AND holds.submission_id = cast_before.submission_id
         AND voided_by IS NULL
     ), ${uncount}
     SELECT`,
    [accountId, submissionChanged.subject, requestId, ids],
  )
  return ids.length
}

/**
 * Locks the next submissions that the account has voted on, optionally without those where the vote is void, in id
 * order, which prevents deadlocks.
 */
const lockVotedOn = async (
  db: Db,
  accountId: string,
  { after, but }: { after: string; but: 'void' | 'none' },
): Promise<string[]> => {
  const { rows } = await db.query<{ id: string }>(
    `SELECT id FROM submissions WHERE id IN (
       SELECT submission_id FROM votes WHERE user_id = $1 AND submission_id > $2
         AND NOT ($4 AND EXISTS (
           SELECT FROM holds WHERE holds.submission_id = votes.submission_id
             AND holds.user_id = $1 AND voided_by IS NOT NULL
         ))
       ORDER BY submission_id LIMIT $3
     ) ORDER BY id FOR NO KEY UPDATE`,
    [accountId, after, batchSize, but === 'void'],
  )
  return rows.map(({ id }) => id)
}

const castBefore = `
  SELECT submission_id, value, rule, CASE
    WHEN rule IS NULL THEN 'counted' WHEN voided_by IS NULL THEN 'held' ELSE 'void' END AS state
  FROM votes LEFT JOIN holds USING (submission_id, user_id) WHERE user_id = $1`

/** Subtracts counted votes from the scores and held votes from the activity; $2 is a subject, $3 a request. */
const uncount = `uncounted AS (
    UPDATE submissions SET score = score - value, version = version + 1
    FROM cast_before WHERE id = submission_id AND state = 'counted'
    RETURNING submissions
  ), settled AS (
    UPDATE unusual_activity
    SET held = held - 1, crowd = crowd - (rule = 'newborn')::integer
    FROM cast_before
    WHERE unusual_activity.submission_id = cast_before.submission_id AND state = 'held'
  ), published AS (
    INSERT INTO outbox (subject, payload, request_id)
    SELECT $2, jsonb_build_object('changes', jsonb_agg(submission_changed(submissions, 'numbers'))), $3
    FROM uncounted HAVING count(*) > 0
  )`
