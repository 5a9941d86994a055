import { randomBytes } from 'node:crypto'
import type { DecisionKind, ReasonCode } from '@answerable/contracts/decisions'
import type { ErrorCode } from '@answerable/contracts/errors'
import type { Db } from '@answerable/service-kit/db'

/** The subject of a decision. */
type Subject = { submissionId: string } | { accountId: string }

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
  account_id: string | null
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

const decisionOf = (row: DecisionRow): Decision => ({
  id: row.id,
  kind: row.kind,
  subject:
    row.submission_id === null
      ? { accountId: row.account_id ?? '' }
      : { submissionId: row.submission_id },
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

/** Stores an intent; null if a decision with this id exists. */
export const insertDecision = async (db: Db, decision: NewDecision): Promise<Decision | null> => {
  const { subject } = decision
  const { rows } = await db.query<DecisionRow>(
    `INSERT INTO decisions (
       id, kind, submission_id, account_id, appeal_id, boost_value, expected_version, reason_code,
       note, note_salt, admin_id, admin_username, request_id, held_until,
       into_id, expected_into_version
     ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
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
    ],
  )
  return rows[0] === undefined ? null : decisionOf(rows[0])
}

/**
 * Those about the same subject that came before this one and are not applied yet, oldest first. A merge has two
 * subjects.
 */
export const findPendingBefore = async (db: Db, decision: Decision): Promise<Decision[]> => {
  const [columns, ids] =
    'submissionId' in decision.subject
      ? ([
          ['submission_id', 'into_id'],
          [decision.subject.submissionId, ...(decision.intoId === null ? [] : [decision.intoId])],
        ] as const)
      : ([['account_id'], [decision.subject.accountId]] as const)
  const { rows } = await db.query<DecisionRow>(
    `SELECT * FROM decisions WHERE state = 'pending'
       AND (${columns.map((column) => `${column}::text = ANY ($1)`).join(' OR ')})
       AND (created_at, id) < ($2, $3) ORDER BY created_at, id`,
    [ids, decision.createdAt, decision.id],
  )
  return rows.map(decisionOf)
}

/** Decisions that have been pending for this long, oldest first. */
export const findPendingSince = async (
  db: Db,
  { seconds, limit }: { seconds: number; limit: number },
): Promise<Decision[]> => {
  const { rows } = await db.query<DecisionRow>(
    `SELECT * FROM decisions WHERE state = 'pending'
       AND created_at < now() - $1 * interval '1 second' ORDER BY created_at, id LIMIT $2`,
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
