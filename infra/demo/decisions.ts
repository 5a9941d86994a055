import type { DecisionKind, ReasonCode } from '@answerable/contracts/decisions'
import { type Change, payloadOf } from '@answerable/moderation/log/payload'
import { appendToAuditLog } from '@answerable/moderation/log/store'
import type { Db } from '@answerable/service-kit/db'
import { uuidOf } from './content.ts'
import { insert } from './insert.ts'

/** Not an account: nobody can sign in as the demo's administrator. */
const moderator = { id: uuidOf('moderator'), username: 'demo-moderator' }

type RecordedDecision = {
  id: string
  kind: DecisionKind
  at: Date
  change: Change
  reason?: ReasonCode | null
  note?: string | null | undefined
  boostValue?: number | null
  appealId?: string | null
  /** Columns of moderation.decisions that only some kinds have. */
  more?: { into_id?: string; change?: object }
}

/** Stores an applied decision and appends it to the moderation log, whose hashes verify-log checks. */
export const recordDecision = async (
  db: Db,
  {
    id,
    kind,
    at,
    change,
    reason = null,
    note,
    boostValue = null,
    appealId = null,
    more,
  }: RecordedDecision,
): Promise<void> => {
  const salted = note == null ? null : { note, salt: Buffer.from(uuidOf(note)) }
  await insert(db, 'moderation.decisions', [
    {
      id,
      kind,
      ...subjectColumns(change),
      ...more,
      appeal_id: appealId,
      boost_value: boostValue,
      reason_code: reason,
      note: salted?.note ?? null,
      note_salt: salted === null ? null : `\\x${salted.salt.toString('hex')}`,
      admin_id: moderator.id,
      admin_username: moderator.username,
      request_id: id,
      state: 'applied',
      created_at: at,
    },
  ])
  await useSchema(db, 'moderation')
  const decision = { id, kind, boostValue, appealId, note: salted, moderator, createdAt: at }
  await appendToAuditLog(
    db,
    payloadOf({ ...decision, reasonCode: reason }, change, { voteCount: null }),
  )
  await db.query('UPDATE decision_log SET logged_at = $2 WHERE decision_id = $1', [id, at])
}

const subjectColumns = ({ subject }: Change): Record<string, string> => {
  switch (subject.kind) {
    case 'submission':
      return { submission_id: subject.id }
    case 'comment':
      return { comment_id: subject.id }
    case 'account':
      return { account_id: subject.id }
    case 'notice':
    case 'alternative':
      return { subject_kind: subject.kind, subject_id: subject.id }
    case 'business':
      return subject.suggestionId === null
        ? { business_id: subject.id }
        : { suggestion_id: subject.suggestionId }
    case 'response':
    case 'claim':
      return { subject_kind: subject.kind, subject_id: subject.id }
    default:
      return subject satisfies never
  }
}

/** Lets statements that name no schema use this one, until the transaction ends. */
export const useSchema = async (db: Db, schema: 'catalog' | 'moderation'): Promise<void> => {
  await db.query(`SET LOCAL search_path TO ${schema}, public`)
}
