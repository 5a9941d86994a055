import { type Db, onlyRow } from '@answerable/service-kit/db'

/** The number of held votes of a submission, and whether everyone sees the mark of unusual activity. */
export const readUnusual = async (
  db: Db,
  submissionId: string,
): Promise<{ held: number; shows: boolean }> => {
  const { rows } = await db.query<{ held: number; shows: boolean }>(
    'SELECT held, shows FROM unusual_activity WHERE submission_id = $1',
    [submissionId],
  )
  return rows[0] ?? { held: 0, shows: false }
}

/** Votes held after `heldUntil` stay held; null settles all. */
type Settlement = { submissionId: string; decisionId: string; heldUntil: string | null }

/**
 * Releases the held votes of a locked submission and returns how many now count. Voids those of suspended accounts
 * and those of mailboxes that already have a vote.
 */
export const releaseHolds = async (
  db: Db,
  { submissionId, decisionId, heldUntil }: Settlement,
): Promise<number> => {
  const { rows } = await db.query<{ votes: number; settled: number }>(
    `WITH waiting AS (
       SELECT user_id, value, coalesce(voter_id, user_id) AS mailbox,
         EXISTS (SELECT FROM authors WHERE id = user_id AND suspended)
           OR EXISTS (
             SELECT FROM voters AS alias JOIN votes AS counted
               ON counted.user_id = alias.user_id AND counted.submission_id = $1
             WHERE alias.voter_id = voters.voter_id AND NOT EXISTS (
               SELECT FROM holds WHERE submission_id = $1 AND holds.user_id = alias.user_id
             )
           ) AS is_barred
       FROM holds JOIN votes USING (submission_id, user_id) LEFT JOIN voters USING (user_id)
       WHERE submission_id = $1 AND voided_by IS NULL AND ($3::timestamptz IS NULL OR held_at <= $3)
     ), judged AS (
       SELECT *, NOT is_barred AND row_number() OVER (
         PARTITION BY mailbox, is_barred ORDER BY user_id
       ) = 1 AS counts FROM waiting
     ), freed AS (
       DELETE FROM holds USING judged
       WHERE submission_id = $1 AND holds.user_id = judged.user_id AND counts
     ), voided AS (
       UPDATE holds SET voided_by = $2 FROM judged
       WHERE submission_id = $1 AND holds.user_id = judged.user_id AND NOT counts
     ), counted AS (
       UPDATE submissions
       SET score = score + coalesce((SELECT sum(value) FROM judged WHERE counts), 0)
       WHERE id = $1 AND EXISTS (SELECT FROM judged WHERE counts)
     )
     SELECT count(*) FILTER (WHERE counts) AS votes, count(*) AS settled FROM judged`,
    [submissionId, decisionId, heldUntil],
  )
  const { votes, settled } = onlyRow(rows)
  await markLookedAt(db, { submissionId, heldUntil, settled })
  return votes
}

/** Voids the held votes of a locked submission and returns how many. */
export const voidHolds = async (
  db: Db,
  { submissionId, decisionId, heldUntil }: Settlement,
): Promise<number> => {
  const { rowCount } = await db.query(
    `UPDATE holds SET voided_by = $2
     WHERE submission_id = $1 AND voided_by IS NULL AND ($3::timestamptz IS NULL OR held_at <= $3)`,
    [submissionId, decisionId, heldUntil],
  )
  const votes = rowCount ?? 0
  await markLookedAt(db, { submissionId, heldUntil, settled: votes })
  return votes
}

/** Later activity stays open. Only the latest time of a burst is known. */
const markLookedAt = async (
  db: Db,
  {
    submissionId,
    heldUntil,
    settled,
  }: Pick<Settlement, 'submissionId' | 'heldUntil'> & { settled: number },
): Promise<void> => {
  await db.query(
    `UPDATE unusual_activity SET held = held - $2,
       crowd = (
         SELECT count(*) FROM holds
         WHERE holds.submission_id = $1 AND rule = 'newborn' AND voided_by IS NULL
       ),
       burst = CASE WHEN latest_at > $3 THEN burst ELSE 0 END,
       burst_since = CASE WHEN latest_at > $3 THEN burst_since END
     WHERE submission_id = $1`,
    [submissionId, settled, heldUntil],
  )
  await db.query(
    'DELETE FROM unusual_activity WHERE submission_id = $1 AND held = 0 AND burst = 0',
    [submissionId],
  )
}
