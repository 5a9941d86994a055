import { randomBytes } from 'node:crypto'
import type { BusinessChange } from '@answerable/contracts/business-decisions'
import type { DecisionKind, ReasonCode } from '@answerable/contracts/decisions'
import type { ErrorCode } from '@answerable/contracts/errors'
import type { Db } from '@answerable/service-kit/db'

/** A change of a business. The value of a merge is the id of the remaining business. */
export type DecidedChange =
  | BusinessChange
  | { kind: 'merge'; value: string }
  | { kind: 'unmerge'; value: string }

/** The subject of a decision. */
export type Subject =
  /** `newName`: the name that replaces that of the target. */
  | { submissionId: string; newName?: string }
  /** An update that a member reported about a submission. */
  | { submissionId: string; updateId: string }
  | { commentId: string }
  | { accountId: string }
  | { suggestionId: string }
  | { businessId: string; change: DecidedChange }
  | OtherSubject

/** A subject of one of the newer kinds. */
export type OtherSubject = { subjectKind: OtherSubjectKind; subjectId: string }
export type OtherSubjectKind = 'response' | 'claim' | 'notice' | 'alternative'

export type NewDecision = {
  id: string
  kind: DecisionKind
  subject: Subject
  boostValue: number | null
  expectedVersion: number | null
  /** Of decisions about held votes, the latest moment that was shown. */
  heldUntil: string | null
  /** Of a merge and its undoing, the older submission. */
  intoId: string | null
  expectedIntoVersion: number | null
  appealId: string | null
  reasonCode: ReasonCode | null
  note: string | null
  moderator: { id: string; username: string }
  requestId: string
}

export type Decision = Omit<NewDecision, 'note'> & {
  note: { note: string; salt: Buffer } | null
  state: 'pending' | 'applied' | 'refused'
  refusal: ErrorCode | null
  createdAt: Date
}

type DecisionRow = {
  id: string
  kind: DecisionKind
  submission_id: string | null
  comment_id: string | null
  account_id: string | null
  suggestion_id: string | null
  business_id: string | null
  change: DecidedChange | { kind: 'update'; value: string } | null
  subject_kind: OtherSubjectKind | null
  subject_id: string | null
  appeal_id: string | null
  boost_value: number | null
  expected_version: number | null
  held_until: string | null
  into_id: string | null
  expected_into_version: number | null
  reason_code: ReasonCode | null
  note: string | null
  note_salt: Buffer | null
  admin_id: string
  admin_username: string
  request_id: string
  state: Decision['state']
  refusal: ErrorCode | null
  created_at: Date
}

const subjectOf = (row: DecisionRow): Subject => {
  if (row.submission_id !== null) {
    const submissionId = row.submission_id
    if (row.change === null) return { submissionId }
    const { kind, value = '' } = row.change
    return kind === 'update' ? { submissionId, updateId: value } : { submissionId, newName: value }
  }
  if (row.comment_id !== null) return { commentId: row.comment_id }
  if (row.suggestion_id !== null) return { suggestionId: row.suggestion_id }
  if (row.business_id !== null && row.change !== null && row.change.kind !== 'update')
    return { businessId: row.business_id, change: row.change }
  if (row.subject_kind !== null && row.subject_id !== null)
    return { subjectKind: row.subject_kind, subjectId: row.subject_id }
  return { accountId: row.account_id ?? '' }
}

const decisionOf = (row: DecisionRow): Decision => ({
  id: row.id,
  kind: row.kind,
  subject: subjectOf(row),
  boostValue: row.boost_value,
  expectedVersion: row.expected_version,
  heldUntil: row.held_until,
  intoId: row.into_id,
  expectedIntoVersion: row.expected_into_version,
  appealId: row.appeal_id,
  reasonCode: row.reason_code,
  note:
    row.note === null || row.note_salt === null ? null : { note: row.note, salt: row.note_salt },
  moderator: { id: row.admin_id, username: row.admin_username },
  requestId: row.request_id,
  state: row.state,
  refusal: row.refusal,
  createdAt: row.created_at,
})

export const findDecision = async (db: Db, id: string): Promise<Decision | null> => {
  const { rows } = await db.query<DecisionRow>('SELECT * FROM decisions WHERE id = $1', [id])
  return rows[0] === undefined ? null : decisionOf(rows[0])
}

/** The change of a business, the new name of a submission, or the update about it. */
const changeOf = (subject: Subject): string | null => {
  if ('businessId' in subject) return JSON.stringify(subject.change)
  if ('updateId' in subject) return JSON.stringify({ kind: 'update', value: subject.updateId })
  if (!('newName' in subject)) return null
  return JSON.stringify({ kind: 'name', value: subject.newName })
}

/** Stores an intent; null if a decision with this id exists. */
export const insertDecision = async (db: Db, decision: NewDecision): Promise<Decision | null> => {
  const { subject } = decision
  const { rows } = await db.query<DecisionRow>(
    `INSERT INTO decisions (
       id, kind, submission_id, account_id, appeal_id, boost_value, expected_version, reason_code,
       note, note_salt, admin_id, admin_username, request_id, held_until,
       into_id, expected_into_version, suggestion_id, business_id, change, comment_id,
       subject_kind, subject_id
     ) VALUES (
       $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
       $21, $22
     )
     ON CONFLICT (id) DO NOTHING RETURNING *`,
    [
      decision.id,
      decision.kind,
      'submissionId' in subject ? subject.submissionId : null,
      'accountId' in subject ? subject.accountId : null,
      decision.appealId,
      decision.boostValue,
      decision.expectedVersion,
      decision.reasonCode,
      decision.note,
      decision.note === null ? null : randomBytes(16),
      decision.moderator.id,
      decision.moderator.username,
      decision.requestId,
      decision.heldUntil,
      decision.intoId,
      decision.expectedIntoVersion,
      'suggestionId' in subject ? subject.suggestionId : null,
      'businessId' in subject ? subject.businessId : null,
      changeOf(subject),
      'commentId' in subject ? subject.commentId : null,
      'subjectId' in subject ? subject.subjectKind : null,
      'subjectId' in subject ? subject.subjectId : null,
    ],
  )
  return rows[0] === undefined ? null : decisionOf(rows[0])
}

/**
 * Those about the same subject that came before this one and are not applied yet, oldest first. A merge has two
 * subjects.
 */
export const findPendingBefore = async (db: Db, decision: Decision): Promise<Decision[]> => {
  const [columns, ids] = subjectColumns(decision)
  const { rows } = await db.query<DecisionRow>(
    `SELECT * FROM decisions WHERE state = 'pending'
       AND (${columns.map((column) => `(${column})::text = ANY ($1)`).join(' OR ')})
       AND (created_at, id) < ($2, $3) ORDER BY created_at, id`,
    [ids, decision.createdAt, decision.id],
  )
  return rows.map(decisionOf)
}

const subjectColumns = ({ subject, intoId }: Decision): [columns: string[], ids: string[]] => {
  if ('submissionId' in subject)
    return [
      ['submission_id', 'into_id'],
      [subject.submissionId, ...(intoId === null ? [] : [intoId])],
    ]
  if ('commentId' in subject) return [['comment_id'], [subject.commentId]]
  if ('subjectId' in subject)
    return [["subject_kind || ' ' || subject_id"], [`${subject.subjectKind} ${subject.subjectId}`]]
  if ('suggestionId' in subject) return [['suggestion_id'], [subject.suggestionId]]
  if ('businessId' in subject) {
    const { businessId, change } = subject
    const mergedInto = `CASE WHEN kind = 'merge-business' THEN change->>'value' END`
    return [
      ['business_id', `(${mergedInto})`],
      [businessId, ...(change.kind === 'merge' ? [change.value] : [])],
    ]
  }
  return [['account_id'], [subject.accountId]]
}

/** Decisions that have been pending for this long, oldest first. */
export const findPendingSince = async (
  db: Db,
  { seconds, limit }: { seconds: number; limit: number },
): Promise<Decision[]> => {
  const isPending = `state = 'pending' AND created_at < now() - $1 * interval '1 second'`
  // Usually there is none, and this statement costs a fraction of one with all columns.
  const { rowCount } = await db.query({
    name: 'has-pending-decisions',
    text: `SELECT FROM decisions WHERE ${isPending} LIMIT 1`,
    values: [seconds],
  })
  if (rowCount === 0) return []
  const { rows } = await db.query<DecisionRow>(
    `SELECT * FROM decisions WHERE ${isPending} ORDER BY created_at, id LIMIT $2`,
    [seconds, limit],
  )
  return rows.map(decisionOf)
}

/** False when it is marked so already. */
export const markApplied = async (db: Db, id: string): Promise<boolean> => {
  const { rowCount } = await db.query(
    `UPDATE decisions SET state = 'applied', refusal = NULL WHERE id = $1 AND state <> 'applied'`,
    [id],
  )
  return rowCount === 1
}

/** Changes nothing of a decision that is not pending any longer. */
export const markRefused = async (db: Db, id: string, refusal: ErrorCode): Promise<void> => {
  await db.query(
    `UPDATE decisions SET state = 'refused', refusal = $2 WHERE id = $1 AND state = 'pending'`,
    [id, refusal],
  )
}
