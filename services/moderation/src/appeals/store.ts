import type { Appeal, AppealState } from '@answerable/contracts/appeals'
import type { Db } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import type { Decision, Subject } from '../decisions/store.ts'

export type AppealRow = {
  id: string
  decision_id: string
  /** Null for an appeal about a comment. */
  submission_id: string | null
  comment_id: string | null
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

/** The subject of a removal. */
export type Removable = Extract<Subject, { submissionId: string } | { commentId: string }>

/** The column that has the id of such a subject, and the id. */
export const columnOf = (subject: Removable): [column: string, id: string] =>
  'submissionId' in subject
    ? ['submission_id', subject.submissionId]
    : ['comment_id', subject.commentId]

export const subjectOfAppeal = (row: AppealRow): Removable =>
  row.comment_id === null
    ? { submissionId: row.submission_id ?? '' }
    : { commentId: row.comment_id }

export const findOpenAppeals = async (db: Db, subject: Removable): Promise<AppealRow[]> => {
  const [column, id] = columnOf(subject)
  const { rows } = await db.query<AppealRow>(
    `SELECT * FROM appeals WHERE ${column} = $1 AND state = 'open'`,
    [id],
  )
  return rows
}

/** Newest first. */
export const findAppealsOn = async (
  db: Db,
  { submissionIds = [], commentIds = [] }: { submissionIds?: string[]; commentIds?: string[] },
): Promise<AppealRow[]> => {
  const { rows } = await db.query<AppealRow>(
    `SELECT * FROM appeals WHERE submission_id = ANY ($1) OR comment_id = ANY ($2)
     ORDER BY created_at DESC, id DESC`,
    [submissionIds, commentIds],
  )
  return rows
}

export const countOpenAppeals = async (db: Db): Promise<number> => {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*) FROM appeals WHERE state = 'open'`,
  )
  return rows[0]?.count ?? 0
}

/** The submissions and comments with the oldest undecided appeals. */
export const findAppealed = async (
  db: Db,
  limit: number,
): Promise<{ submissionIds: string[]; commentIds: string[] }> => {
  const { rows } = await db.query<Pick<AppealRow, 'submission_id' | 'comment_id'>>(
    `SELECT submission_id, comment_id FROM appeals WHERE state = 'open'
     ORDER BY created_at, id LIMIT $1`,
    [limit],
  )
  const unique = (ids: readonly (string | null)[]) => [
    ...new Set(ids.filter((id): id is string => id !== null)),
  ]
  return {
    submissionIds: unique(rows.map((row) => row.submission_id)),
    commentIds: unique(rows.map((row) => row.comment_id)),
  }
}

/** False when there is an appeal against the decision already. */
export const insertAppeal = async (
  db: Db,
  appeal: { decisionId: string; subject: Removable; authorId: string; text: string },
): Promise<boolean> => {
  const [column, id] = columnOf(appeal.subject)
  const { rowCount } = await db.query(
    `INSERT INTO appeals (decision_id, ${column}, author_id, text) VALUES ($1, $2, $3, $4)
     ON CONFLICT ON CONSTRAINT one_appeal_per_decision DO NOTHING`,
    [appeal.decisionId, id, appeal.authorId, appeal.text],
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
  if (decision.kind === 'approve' || decision.kind === 'approve-comment') {
    if (!('submissionId' in subject || 'commentId' in subject)) return null
    const [column, id] = columnOf(subject)
    const { rowCount } = await db.query(
      `UPDATE appeals SET state = 'overturned', settled_by = $1, settled_at = now()
       WHERE ${column} = $2 AND state = 'open'`,
      [decision.id, id],
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
