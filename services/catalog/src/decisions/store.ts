import type { applyDecision } from '@answerable/contracts/decisions'
import type { MergeEffect } from '@answerable/contracts/merges'
import type { RouteResponse } from '@answerable/contracts/route'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import { staysUnvoted } from '../submission-versions/rules.ts'
import type { SubmissionRow } from '../submissions/rows.ts'
import type { Decided } from './rules.ts'

/** The other submission is that of a merge. */
type Applied = RouteResponse<typeof applyDecision> & { other: MergeEffect['other'] | null }

/** The result of an applied decision; null if it was not applied. */
export const findAppliedDecision = async (db: Db, decisionId: string): Promise<Applied | null> => {
  const { rows } = await db.query<Applied>(
    `SELECT before, after, other, vote_count AS "voteCount",
       participation_count AS "participationCount"
     FROM applied_decisions WHERE decision_id = $1`,
    [decisionId],
  )
  return rows[0] ?? null
}

export const insertAppliedDecision = async (
  db: Db,
  decisionId: string,
  {
    before,
    after,
    other = null,
    voteCount,
    participationCount,
  }: Omit<Applied, 'other'> & Partial<Applied>,
): Promise<void> => {
  await db.query(
    `INSERT INTO applied_decisions (decision_id, submission_id, before, after, other, vote_count,
       participation_count)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      decisionId,
      after.id,
      JSON.stringify(before),
      JSON.stringify(after),
      other === null ? null : JSON.stringify(other),
      voteCount,
      participationCount,
    ],
  )
}

/** Writes the decided state of a submission, and the version of the decision. */
export const updateDecided = async (
  db: Db,
  submissionId: string,
  decided: Pick<Decided, 'approved' | 'superBoost' | 'discussionLocked' | 'closesFlags'>,
): Promise<SubmissionRow> => {
  const { rows } = await db.query<SubmissionRow>(
    `UPDATE submissions SET approved = $2, super_boost = $3, discussion_locked = $5,
       flag_count = CASE WHEN $4 THEN 0 ELSE flag_count END,
       version = version + 1, decided_version = version + 1, ${staysUnvoted}
     WHERE id = $1 RETURNING *`,
    [
      submissionId,
      decided.approved,
      decided.superBoost,
      decided.closesFlags,
      decided.discussionLocked,
    ],
  )
  return onlyRow(rows)
}

/** Closes the open flags and returns their reporters. */
export const closeFlags = async (
  db: Db,
  submissionId: string,
  decisionId: string,
): Promise<string[]> => {
  const { rows } = await db.query<{ user_id: string }>(
    `UPDATE flags SET closed_at = now(), closed_by = $2
     WHERE submission_id = $1 AND closed_at IS NULL RETURNING user_id`,
    [submissionId, decisionId],
  )
  return rows.map(({ user_id }) => user_id)
}

/** The reporters of the open flags. */
export const findReporters = async (db: Db, submissionId: string): Promise<string[]> => {
  const { rows } = await db.query<{ user_id: string }>(
    'SELECT user_id FROM flags WHERE submission_id = $1 AND closed_at IS NULL',
    [submissionId],
  )
  return rows.map(({ user_id }) => user_id)
}
