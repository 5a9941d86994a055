import type { Appeal, AppealState } from '@answerable/contracts/appeals'
import type { Db } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import type { Decision } from '../decisions/store.ts'

export type AppealRow = {
  id: string
  decision_id: string
  submission_id: string
  author_id: string
  text: string
  state: AppealState
  settled_by: string | null
  settled_at: Date | null
  created_at: Date
}

export const appealOf = (row: AppealRow): Appeal => ({
  id: row.id,
  decisionId: row.decision_id,
  text: row.text,
  state: row.state,
  createdAt: row.created_at.toISOString(),
  settledAt: row.settled_at?.toISOString() ?? null,
})

export const findAppeal = async (db: Db, id: string): Promise<AppealRow | null> => {
  const { rows } = await db.query<AppealRow>('SELECT * FROM appeals WHERE id = $1', [id])
  return rows[0] ?? null
}

export const findAppealAgainst = async (db: Db, decisionId: string): Promise<AppealRow | null> => {
  const { rows } = await db.query<AppealRow>('SELECT * FROM appeals WHERE decision_id = $1', [
    decisionId,
  ])
  return rows[0] ?? null
}

export const findOpenAppeals = async (db: Db, submissionId: string): Promise<AppealRow[]> => {
  const { rows } = await db.query<AppealRow>(
    `SELECT * FROM appeals WHERE submission_id = $1 AND state = 'open'`,
    [submissionId],
  )
  return rows
}

/** Newest first. */
export const findAppealsOn = async (
  db: Db,
  submissionIds: readonly string[],
): Promise<AppealRow[]> => {
  const { rows } = await db.query<AppealRow>(
    'SELECT * FROM appeals WHERE submission_id = ANY ($1) ORDER BY created_at DESC, id DESC',
    [submissionIds],
  )
  return rows
}

export const countOpenAppeals = async (db: Db): Promise<number> => {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*) FROM appeals WHERE state = 'open'`,
  )
  return rows[0]?.count ?? 0
}

/** The submissions with the oldest undecided appeals. */
export const findAppealedSubmissions = async (db: Db, limit: number): Promise<string[]> => {
  const { rows } = await db.query<{ submission_id: string }>(
    `SELECT submission_id FROM appeals WHERE state = 'open' ORDER BY created_at, id LIMIT $1`,
    [limit],
  )
  return [...new Set(rows.map((row) => row.submission_id))]
}

/** False when there is an appeal against the decision already. */
export const insertAppeal = async (
  db: Db,
  appeal: { decisionId: string; submissionId: string; authorId: string; text: string },
): Promise<boolean> => {
  const { rowCount } = await db.query(
    `INSERT INTO appeals (decision_id, submission_id, author_id, text) VALUES ($1, $2, $3, $4)
     ON CONFLICT ON CONSTRAINT one_appeal_per_decision DO NOTHING`,
    [appeal.decisionId, appeal.submissionId, appeal.authorId, appeal.text],
  )
  return rowCount === 1
}

/**
 * Closes the appeals that a decision settles, in the transaction that logs it, and returns their outcome; null if it
 * settles none. An approval grants all open appeals. Throws `appeal_settled` if the appeal to uphold is closed already.
 */
export const settleAppeals = async (
  db: Db,
  decision: Decision,
): Promise<'upheld' | 'overturned' | null> => {
  const { subject } = decision
  if (decision.kind === 'approve' && 'submissionId' in subject) {
    const { rowCount } = await db.query(
      `UPDATE appeals SET state = 'overturned', settled_by = $1, settled_at = now()
       WHERE submission_id = $2 AND state = 'open'`,
      [decision.id, subject.submissionId],
    )
    return rowCount === 0 ? null : 'overturned'
  }
  if (decision.kind !== 'uphold') return null
  const { rowCount } = await db.query(
    `UPDATE appeals SET state = 'upheld', settled_by = $1, settled_at = now()
     WHERE id = $2 AND state = 'open'`,
    [decision.id, decision.appealId],
  )
  if (rowCount === 0) throw new AppError('appeal_settled')
  return 'upheld'
}
