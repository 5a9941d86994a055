import type { Appeal, AppealState } from '@answerable/contracts/appeals'
import type { Db } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import type { Decision, Subject } from '../decisions/store.ts'

export type AppealRow = {
  id: string
  decision_id: string
  /** Exactly one of these three is not null. */
  submission_id: string | null
  comment_id: string | null
  subject_id: string | null
  /** Of `subject_id`. */
  subject_kind: PartSubject['subjectKind'] | null
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

/** Content of a kind that has no column of its own. */
type PartSubject = { subjectKind: 'response' | 'alternative'; subjectId: string }

/** The subject of a removal. */
export type Removable = { submissionId: string } | { commentId: string } | PartSubject

/** Null for a subject that cannot be removed. */
const removableOf = (subject: Subject): Removable | null => {
  if ('submissionId' in subject || 'commentId' in subject) return subject
  if (!('subjectId' in subject)) return null
  const { subjectKind, subjectId } = subject
  return subjectKind === 'response' || subjectKind === 'alternative'
    ? { subjectKind, subjectId }
    : null
}

/** The condition for rows about such a subject, whose id is this parameter, and the id. */
export const conditionOf = (subject: Removable, parameter: string): [sql: string, id: string] => {
  if ('submissionId' in subject) return [`submission_id = ${parameter}`, subject.submissionId]
  if ('commentId' in subject) return [`comment_id = ${parameter}`, subject.commentId]
  const { subjectKind, subjectId } = subject
  return [`subject_kind = '${subjectKind}' AND subject_id = ${parameter}`, subjectId]
}

export const subjectOfAppeal = (row: AppealRow): Removable => {
  if (row.comment_id !== null) return { commentId: row.comment_id }
  if (row.subject_kind !== null && row.subject_id !== null)
    return { subjectKind: row.subject_kind, subjectId: row.subject_id }
  return { submissionId: row.submission_id ?? '' }
}

export const findOpenAppeals = async (db: Db, subject: Removable): Promise<AppealRow[]> => {
  const [isAboutIt, id] = conditionOf(subject, '$1')
  const { rows } = await db.query<AppealRow>(
    `SELECT * FROM appeals WHERE ${isAboutIt} AND state = 'open'`,
    [id],
  )
  return rows
}

type Ids = {
  submissionIds?: readonly string[]
  commentIds?: readonly string[]
  responseIds?: readonly string[]
  alternativeIds?: readonly string[]
}

/** Newest first. */
export const findAppealsOn = async (
  db: Db,
  { submissionIds = [], commentIds = [], responseIds = [], alternativeIds = [] }: Ids,
): Promise<AppealRow[]> => {
  const { rows } = await db.query<AppealRow>(
    `SELECT * FROM appeals WHERE submission_id = ANY ($1) OR comment_id = ANY ($2)
       OR (subject_kind = 'response' AND subject_id = ANY ($3))
       OR (subject_kind = 'alternative' AND subject_id = ANY ($4))
     ORDER BY created_at DESC, id DESC`,
    [submissionIds, commentIds, responseIds, alternativeIds],
  )
  return rows
}

export const countOpenAppeals = async (db: Db): Promise<number> => {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*) FROM appeals WHERE state = 'open'`,
  )
  return rows[0]?.count ?? 0
}

/** The content with the oldest undecided appeals, each once. */
export const findAppealed = async (
  db: Db,
  limit: number,
): Promise<{ kind: Appealed; id: string; since: string }[]> => {
  const { rows } = await db.query<{ kind: Appealed; id: string; since: Date }>(
    `SELECT CASE WHEN submission_id IS NOT NULL THEN 'submission' WHEN comment_id IS NOT NULL
       THEN 'comment' ELSE subject_kind END AS kind,
       coalesce(submission_id, comment_id::text, subject_id) AS id, min(created_at) AS since
     FROM appeals WHERE state = 'open' GROUP BY 1, 2 ORDER BY since, id LIMIT $1`,
    [limit],
  )
  return rows.map((row) => ({ ...row, since: row.since.toISOString() }))
}

type Appealed = 'submission' | 'comment' | PartSubject['subjectKind']

/** False when there is an appeal against the decision already. */
export const insertAppeal = async (
  db: Db,
  appeal: { decisionId: string; subject: Removable; authorId: string; text: string },
): Promise<boolean> => {
  const { decisionId, subject, authorId, text } = appeal
  const { rowCount } = await db.query(
    `INSERT INTO appeals (
       decision_id, author_id, text, submission_id, comment_id, subject_kind, subject_id
     ) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT ON CONSTRAINT one_appeal_per_decision DO NOTHING`,
    [
      decisionId,
      authorId,
      text,
      'submissionId' in subject ? subject.submissionId : null,
      'commentId' in subject ? subject.commentId : null,
      'subjectId' in subject ? subject.subjectKind : null,
      'subjectId' in subject ? subject.subjectId : null,
    ],
  )
  return rowCount === 1
}

const approvals: ReadonlySet<Decision['kind']> = new Set([
  'approve',
  'approve-comment',
  'approve-response',
  'approve-alternative',
])

/** The outcome of settled appeals, and who appealed. */
export type Settlement = { outcome: 'upheld' | 'overturned'; authorId: string }

/**
 * Closes the appeals that a decision settles, in the transaction that logs it, and returns their outcome; null if it
 * settles none. An approval grants all open appeals. Throws `appeal_settled` if the appeal to uphold is closed already.
 */
export const settleAppeals = async (db: Db, decision: Decision): Promise<Settlement | null> => {
  if (approvals.has(decision.kind)) {
    const subject = removableOf(decision.subject)
    if (subject === null) return null
    const [isAboutIt, id] = conditionOf(subject, '$2')
    const { rows } = await db.query<{ author_id: string }>(
      `UPDATE appeals SET state = 'overturned', settled_by = $1, settled_at = now()
       WHERE ${isAboutIt} AND state = 'open' RETURNING author_id`,
      [decision.id, id],
    )
    return rows[0] === undefined ? null : { outcome: 'overturned', authorId: rows[0].author_id }
  }
  if (decision.kind !== 'uphold') return null
  const { rows } = await db.query<{ author_id: string }>(
    `UPDATE appeals SET state = 'upheld', settled_by = $1, settled_at = now()
     WHERE id = $2 AND state = 'open' RETURNING author_id`,
    [decision.id, decision.appealId],
  )
  if (rows[0] === undefined) throw new AppError('appeal_settled')
  return { outcome: 'upheld', authorId: rows[0].author_id }
}
