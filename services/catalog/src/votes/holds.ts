import { type Db, onlyRow } from '@answerable/service-kit/db'

/** How many votes of a submission wait for an administrator. */
export const countHeldVotes = async (db: Db, submissionId: string): Promise<number> => {
  const { rows } = await db.query<{ held: number }>(
    'SELECT held FROM unusual_activity WHERE submission_id = $1',
    [submissionId],
  )
  return rows[0]?.held ?? 0
}

type Settlement = { submissionId: string; decisionId: string }

/**
 * Counts the votes of a locked submission that are held, and answers how many. Of a mailbox that has a vote
 * already none more counts, and none of a suspended account: those are voided.
 */
export const releaseHolds = async (
  db: Db,
  { submissionId, decisionId }: Settlement,
): Promise<number> => {
  const { rows } = await db.query<{ votes: number }>(
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
       WHERE submission_id = $1 AND voided_by IS NULL
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
       WHERE id = $1
     ), looked_at AS (
       DELETE FROM unusual_activity WHERE submission_id = $1
     )
     SELECT count(*) AS votes FROM judged WHERE counts`,
    [submissionId, decisionId],
  )
  return onlyRow(rows).votes
}

/** Leaves the votes of a locked submission that are held uncounted for good, and answers how many. */
export const voidHolds = async (
  db: Db,
  { submissionId, decisionId }: Settlement,
): Promise<number> => {
  const { rowCount } = await db.query(
    'UPDATE holds SET voided_by = $2 WHERE submission_id = $1 AND voided_by IS NULL',
    [submissionId, decisionId],
  )
  await db.query('DELETE FROM unusual_activity WHERE submission_id = $1', [submissionId])
  return rowCount ?? 0
}
