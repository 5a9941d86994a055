import { type Db, onlyRow } from '@answerable/service-kit/db'
import { type BallotKind, joinKind, voteKind } from './ballot-kinds.ts'

type Unusual = { held: number; heldParticipations: number; shows: boolean }

/** The numbers of held votes and joins of a submission, and whether everyone sees the mark of unusual activity. */
export const readUnusual = async (db: Db, submissionId: string): Promise<Unusual> => {
  const { rows } = await db.query<Unusual>(
    `SELECT coalesce(votes.held, 0) AS held, coalesce(joins.held, 0) AS "heldParticipations",
       coalesce(votes.shows, false) AS shows
     FROM (SELECT $1::text COLLATE "C" AS id) AS one
     LEFT JOIN unusual_activity AS votes ON votes.submission_id = id
     LEFT JOIN unusual_participation AS joins ON joins.submission_id = id`,
    [submissionId],
  )
  return onlyRow(rows)
}

/** The numbers of votes and joins that a decision released or voided. */
export type Settled = { voteCount: number; participationCount: number }

/** Releases or voids the held votes and joins of a locked submission. */
export const settleHolds = async (
  db: Db,
  how: 'release' | 'void',
  settlement: Settlement,
): Promise<Settled> => {
  const settle = how === 'release' ? releaseHolds : voidHolds
  return {
    voteCount: await settle(db, voteKind, settlement),
    participationCount: await settle(db, joinKind, settlement),
  }
}

/** Ballots held after `heldUntil` stay held; null settles all. */
type Settlement = { submissionId: string; decisionId: string; heldUntil: string | null }

/** Returns how many now count. Voids those of suspended accounts and those of mailboxes that already have one. */
const releaseHolds = async (
  db: Db,
  { ballots, holds, activity, sum }: BallotKind,
  { submissionId, decisionId, heldUntil }: Settlement,
): Promise<number> => {
  const { rows } = await db.query<{ counted: number; settled: number }>(
    `WITH waiting AS (
       SELECT user_id, value, coalesce(voter_id, user_id) AS mailbox,
         EXISTS (SELECT FROM authors WHERE id = user_id AND suspended)
           OR EXISTS (
             SELECT FROM voters AS alias JOIN ${ballots} AS counted
               ON counted.user_id = alias.user_id AND counted.submission_id = $1
             WHERE alias.voter_id = voters.voter_id AND NOT EXISTS (
               SELECT FROM ${holds} AS held WHERE submission_id = $1 AND held.user_id = alias.user_id
             )
           ) AS is_barred
       FROM ${holds} JOIN ${ballots} USING (submission_id, user_id) LEFT JOIN voters USING (user_id)
       WHERE submission_id = $1 AND voided_by IS NULL AND ($3::timestamptz IS NULL OR held_at <= $3)
     ), judged AS (
       SELECT *, NOT is_barred AND row_number() OVER (
         PARTITION BY mailbox, is_barred ORDER BY user_id
       ) = 1 AS counts FROM waiting
     ), freed AS (
       DELETE FROM ${holds} AS held USING judged
       WHERE submission_id = $1 AND held.user_id = judged.user_id AND counts
     ), voided AS (
       UPDATE ${holds} AS held SET voided_by = $2 FROM judged
       WHERE submission_id = $1 AND held.user_id = judged.user_id AND NOT counts
     ), counted AS (
       UPDATE submissions
       SET ${sum} = ${sum} + coalesce((SELECT sum(value) FROM judged WHERE counts), 0)
       WHERE id = $1 AND EXISTS (SELECT FROM judged WHERE counts)
     )
     SELECT count(*) FILTER (WHERE counts) AS counted, count(*) AS settled FROM judged`,
    [submissionId, decisionId, heldUntil],
  )
  const { counted, settled } = onlyRow(rows)
  await markLookedAt(db, { holds, activity }, { submissionId, heldUntil, settled })
  return counted
}

/** Returns how many it voided. */
const voidHolds = async (
  db: Db,
  { holds, activity }: BallotKind,
  { submissionId, decisionId, heldUntil }: Settlement,
): Promise<number> => {
  const { rowCount } = await db.query(
    `UPDATE ${holds} SET voided_by = $2
     WHERE submission_id = $1 AND voided_by IS NULL AND ($3::timestamptz IS NULL OR held_at <= $3)`,
    [submissionId, decisionId, heldUntil],
  )
  const settled = rowCount ?? 0
  await markLookedAt(db, { holds, activity }, { submissionId, heldUntil, settled })
  return settled
}

/** Later activity stays open. Only the latest time of a burst is known. */
const markLookedAt = async (
  db: Db,
  { holds, activity }: Pick<BallotKind, 'holds' | 'activity'>,
  {
    submissionId,
    heldUntil,
    settled,
  }: Pick<Settlement, 'submissionId' | 'heldUntil'> & { settled: number },
): Promise<void> => {
  await db.query(
    `UPDATE ${activity} SET held = held - $2,
       crowd = (
         SELECT count(*) FROM ${holds} AS held
         WHERE held.submission_id = $1 AND rule = 'newborn' AND voided_by IS NULL
       ),
       burst = CASE WHEN latest_at > $3 THEN burst ELSE 0 END,
       burst_since = CASE WHEN latest_at > $3 THEN burst_since END
     WHERE submission_id = $1`,
    [submissionId, settled, heldUntil],
  )
  await db.query(`DELETE FROM ${activity} WHERE submission_id = $1 AND held = 0 AND burst = 0`, [
    submissionId,
  ])
}
