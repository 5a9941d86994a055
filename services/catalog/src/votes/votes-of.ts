import { submissionChanged } from '@answerable/contracts/events'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'

/**
 * Voids every vote of a suspended account, once for each decision, and answers how many were not void
 * before. Throws `account_not_suspended`.
 */
export const voidVotesOf = async (
  db: Db,
  {
    accountId,
    decisionId,
    requestId,
  }: { accountId: string; decisionId: string; requestId: string },
): Promise<number> => {
  const { rows: suspended } = await db.query(
    'SELECT FROM authors WHERE id = $1 AND suspended FOR NO KEY UPDATE',
    [accountId],
  )
  const earlier = await db.query<{ vote_count: number }>(
    'SELECT vote_count FROM voided_accounts WHERE decision_id = $1',
    [decisionId],
  )
  if (earlier.rows[0] !== undefined) return earlier.rows[0].vote_count
  if (suspended.length === 0) throw new AppError('account_not_suspended')
  await lockVotedOn(db, accountId)
  const { rows } = await db.query<{ votes: number }>(
    `WITH cast_before AS (${castBefore}), voided AS (
       INSERT INTO holds (submission_id, user_id, rule, voided_by)
       SELECT submission_id, $1, 'suspended', $4 FROM cast_before WHERE state <> 'void'
       ON CONFLICT (submission_id, user_id) DO UPDATE SET voided_by = excluded.voided_by
     ), ${uncount}
     SELECT count(*) AS votes FROM cast_before WHERE state <> 'void'`,
    [accountId, submissionChanged.subject, requestId, decisionId],
  )
  const { votes } = onlyRow(rows)
  await db.query(
    'INSERT INTO voided_accounts (decision_id, account_id, vote_count) VALUES ($1, $2, $3)',
    [decisionId, accountId, votes],
  )
  return votes
}

/** So many that no statement comes near its time. */
const withdrawnAtOnce = 500

/**
 * Takes back votes of an account that leaves, and tells the others of the new scores; answers whether there
 * may be more of them. A second time there is nothing left to do. What a decision has voided stays void for
 * the mailbox: the marks of it stay, with ids that lead to nobody.
 */
export const withdrawVotesOf = async (
  db: Db,
  { accountId, requestId }: { accountId: string; requestId: string | null },
): Promise<boolean> => {
  // What is taken back is what was locked: another who does the same may have been faster.
  const ids = await lockVotedOn(db, accountId, withdrawnAtOnce)
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
  if (ids.length === withdrawnAtOnce) return true
  await db.query(
    `DELETE FROM voters WHERE user_id = $1
       AND NOT EXISTS (SELECT FROM holds WHERE holds.user_id = $1)`,
    [accountId],
  )
  return false
}

/** In id order, like everyone who locks several. */
const lockVotedOn = async (
  db: Db,
  accountId: string,
  limit: number | null = null,
): Promise<string[]> => {
  const { rows } = await db.query<{ id: string }>(
    `SELECT id FROM submissions WHERE id IN (
       SELECT submission_id FROM votes WHERE user_id = $1 ORDER BY submission_id LIMIT $2
     ) ORDER BY id FOR NO KEY UPDATE`,
    [accountId, limit],
  )
  return rows.map(({ id }) => id)
}

const castBefore = `
  SELECT submission_id, value, CASE
    WHEN rule IS NULL THEN 'counted' WHEN voided_by IS NULL THEN 'held' ELSE 'void' END AS state
  FROM votes LEFT JOIN holds USING (submission_id, user_id) WHERE user_id = $1`

/** Takes what counted out of the scores and what was held out of what waits; $2 is a subject, $3 a request. */
const uncount = `uncounted AS (
    UPDATE submissions SET score = score - value, version = version + 1
    FROM cast_before WHERE id = submission_id AND state = 'counted'
    RETURNING submissions
  ), settled AS (
    UPDATE unusual_activity SET held = held - 1
    FROM cast_before
    WHERE unusual_activity.submission_id = cast_before.submission_id AND state = 'held'
  ), told AS (
    INSERT INTO outbox (subject, payload, request_id)
    SELECT $2, jsonb_build_object(
      'submissionId', (submissions).id, 'version', (submissions).version,
      'score', (submissions).score, 'commentCount', (submissions).comment_count,
      'approved', (submissions).approved, 'cause', 'numbers'
    ), $3
    FROM uncounted
  )`
