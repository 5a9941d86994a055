import { submissionChanged } from '@answerable/contracts/events'
import { type Db, onlyRow, type Pool, transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { type BallotKind, joinKind, voteKind } from './ballot-kinds.ts'
import type { Settled } from './holds.ts'
import { awaitWriters, findWritersInFlight } from './in-flight.ts'

/** Few enough for the statement timeout. */
const batchSize = 500
/** Less than the caller's timeout. The next call continues. */
const timeoutMilliseconds = 2_000

type Voiding = { accountId: string; decisionId: string; requestId: string }

/**
 * Voids all votes and joins of a suspended account, once per decision, and returns how many were not void before. Works in
 * batches: if the timeout ends a call, it throws `unavailable`, and the next call continues. Throws
 * `account_not_suspended`.
 */
export const voidAccountVotes = async (pool: Pool, voiding: Voiding): Promise<Settled> => {
  const earlier = await transaction(pool, (db) => beginVoiding(db, voiding))
  if (earlier !== null) return earlier
  const until = performance.now() + timeoutMilliseconds
  const writers = await findWritersInFlight(pool)
  await voidAll(pool, voiding, until)
  if (writers.length > 0) {
    await awaitWriters(pool, writers, until - performance.now())
    await voidAll(pool, voiding, until)
  }
  const { rows } = await pool.query<SettledRow>(
    `UPDATE voided_accounts SET vote_count = coalesce(vote_count, (
       SELECT count(*) FROM holds WHERE user_id = $1 AND voided_by = $2
     )), participation_count = coalesce(participation_count, (
       SELECT count(*) FROM participation_holds WHERE user_id = $1 AND voided_by = $2
     )) WHERE decision_id = $2 RETURNING vote_count, participation_count`,
    [voiding.accountId, voiding.decisionId],
  )
  return settledOf(onlyRow(rows))
}

type SettledRow = { vote_count: number; participation_count: number | null }

const settledOf = ({ vote_count, participation_count }: SettledRow): Settled => ({
  voteCount: vote_count,
  participationCount: participation_count ?? 0,
})

const voidAll = async (pool: Pool, voiding: Voiding, until: number): Promise<void> => {
  await voidAllOf(voteKind, pool, voiding, until)
  await voidAllOf(joinKind, pool, voiding, until)
}

const voidAllOf = async (
  kind: BallotKind,
  pool: Pool,
  voiding: Voiding,
  until: number,
): Promise<void> => {
  let after = ''
  let isWhole = false
  while (!isWhole) {
    if (performance.now() > until) throw new AppError('unavailable', { retryAfterSeconds: 1 })
    const ids = await transaction(pool, (db) => voidSome(db, kind, { ...voiding, after }))
    after = ids.at(-1) ?? after
    isWhole = ids.length < batchSize
  }
}

/** The numbers that the decision has voided; null if it is not complete. */
const beginVoiding = async (
  db: Db,
  { accountId, decisionId }: Voiding,
): Promise<Settled | null> => {
  const { rows: suspended } = await db.query(
    'SELECT FROM authors WHERE id = $1 AND suspended FOR NO KEY UPDATE',
    [accountId],
  )
  const { rows } = await db.query<SettledRow | { vote_count: null }>(
    'SELECT vote_count, participation_count FROM voided_accounts WHERE decision_id = $1',
    [decisionId],
  )
  const [known] = rows
  if (known !== undefined) return known.vote_count === null ? null : settledOf(known)
  if (suspended.length === 0) throw new AppError('account_not_suspended')
  await db.query('INSERT INTO voided_accounts (decision_id, account_id) VALUES ($1, $2)', [
    decisionId,
    accountId,
  ])
  return null
}

const voidSome = async (
  db: Db,
  kind: BallotKind,
  { accountId, decisionId, requestId, after }: Voiding & { after: string },
): Promise<string[]> => {
  const ids = await lockVotedOn(db, kind, { accountId, after, but: 'void' })
  await db.query(
    `WITH cast_before AS (
       ${castBefore(kind)} AND submission_id = ANY ($4)
     ), voided AS (
       INSERT INTO ${kind.holds} (submission_id, user_id, rule, voided_by)
       SELECT submission_id, $1, 'suspended', $5 FROM cast_before WHERE state <> 'void'
       ON CONFLICT (submission_id, user_id) DO UPDATE SET voided_by = excluded.voided_by
     ), ${uncount(kind)}
     SELECT`,
    [accountId, submissionChanged.subject, requestId, ids, decisionId],
  )
  return ids
}

type Withdrawal = { accountId: string; requestId: string | null }

/**
 * Withdraws the votes and joins of a deleted account and publishes the new numbers. Idempotent. Those that a decision
 * has voided stay void for the mailbox: their holds remain, with ids that no longer identify anyone.
 */
export const withdrawAccountVotes = async (pool: Pool, withdrawal: Withdrawal): Promise<void> => {
  for (const kind of [voteKind, joinKind]) {
    let withdrawn = batchSize
    while (withdrawn === batchSize) {
      withdrawn = await transaction(pool, (db) => withdrawSome(db, kind, withdrawal))
    }
  }
}

/**
 * Deletes the mailbox of a deleted account, unless void votes remain. Call it last, because votes and flags of a
 * mailbox are found by it, and not while submissions are locked, because votes lock voters first.
 */
export const deleteVoter = async (db: Db, accountId: string): Promise<void> => {
  await db.query(
    `DELETE FROM voters WHERE user_id = $1
       AND NOT EXISTS (SELECT FROM holds WHERE holds.user_id = $1)
       AND NOT EXISTS (SELECT FROM participation_holds AS held WHERE held.user_id = $1)`,
    [accountId],
  )
}

const withdrawSome = async (
  db: Db,
  kind: BallotKind,
  { accountId, requestId }: Withdrawal,
): Promise<number> => {
  // Only the locked rows: a concurrent call may have withdrawn others.
  const ids = await lockVotedOn(db, kind, { accountId, after: '', but: 'none' })
  await db.query(
    `WITH cast_before AS (
       ${castBefore(kind)} AND submission_id = ANY ($4)
     ), withdrawn AS (
       DELETE FROM ${kind.ballots} AS ballots USING cast_before
       WHERE user_id = $1 AND ballots.submission_id = cast_before.submission_id
     ), let_go AS (
       DELETE FROM ${kind.holds} AS held USING cast_before
       WHERE user_id = $1 AND held.submission_id = cast_before.submission_id
         AND voided_by IS NULL
     ), ${uncount(kind)}
     SELECT`,
    [accountId, submissionChanged.subject, requestId, ids],
  )
  return ids.length
}

/**
 * Locks the next submissions with a ballot of the account, optionally without those where it is void, in id order,
 * which prevents deadlocks.
 */
const lockVotedOn = async (
  db: Db,
  { ballots, holds }: BallotKind,
  { accountId, after, but }: { accountId: string; after: string; but: 'void' | 'none' },
): Promise<string[]> => {
  const { rows } = await db.query<{ id: string }>(
    `SELECT id FROM submissions WHERE id IN (
       SELECT submission_id FROM ${ballots} AS ballots WHERE user_id = $1 AND submission_id > $2
         AND NOT ($4 AND EXISTS (
           SELECT FROM ${holds} AS held WHERE held.submission_id = ballots.submission_id
             AND held.user_id = $1 AND voided_by IS NOT NULL
         ))
       ORDER BY submission_id LIMIT $3
     ) ORDER BY id FOR NO KEY UPDATE`,
    [accountId, after, batchSize, but === 'void'],
  )
  return rows.map(({ id }) => id)
}

const castBefore = ({ ballots, holds }: BallotKind): string => `
  SELECT submission_id, value, rule, CASE
    WHEN rule IS NULL THEN 'counted' WHEN voided_by IS NULL THEN 'held' ELSE 'void' END AS state
  FROM ${ballots} LEFT JOIN ${holds} USING (submission_id, user_id) WHERE user_id = $1`

/** Subtracts counted ballots from the sums and held ones from the activity; $2 is a subject, $3 a request. */
const uncount = ({ activity, sum }: BallotKind): string => `uncounted AS (
    UPDATE submissions SET ${sum} = ${sum} - value, version = version + 1
    FROM cast_before WHERE id = submission_id AND state = 'counted'
    RETURNING submissions
  ), settled AS (
    UPDATE ${activity} AS activity
    SET held = held - 1, crowd = crowd - (rule = 'newborn')::integer
    FROM cast_before
    WHERE activity.submission_id = cast_before.submission_id AND state = 'held'
  ), published AS (
    INSERT INTO outbox (subject, payload, request_id)
    SELECT $2, jsonb_build_object('changes', jsonb_agg(submission_changed(submissions, 'numbers'))), $3
    FROM uncounted HAVING count(*) > 0
  )`
