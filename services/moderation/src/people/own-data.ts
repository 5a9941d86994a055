import type { DecisionKind } from '@answerable/contracts/decisions'
import type { OwnDecisions } from '@answerable/contracts/own-data'
import type { Db } from '@answerable/service-kit/db'
import type { AppealRow } from '../appeals/store.ts'
import { appealOf } from '../appeals/store.ts'
import type { ClaimRow } from '../claims/store.ts'
import type { Payload } from '../log/payload.ts'

/** Notes of these are written for administrators alone, and may speak of others, such as voters. */
const withInternalNote: readonly DecisionKind[] = ['super-boost', 'release-votes', 'void-votes']

type DecisionRow = {
  submission_id: string | null
  comment_id: string | null
  subject_kind: string | null
  subject_id: string | null
  payload: Payload
  note: string | null
}

const decisionOf = ({
  submission_id,
  comment_id,
  subject_kind,
  subject_id,
  payload,
  note,
}: DecisionRow): OwnDecisions['decisions'][number] => ({
  submissionId: submission_id,
  commentId: comment_id,
  responseId: subject_kind === 'response' ? subject_id : null,
  alternativeId: subject_kind === 'alternative' ? subject_id : null,
  kind: payload.kind,
  boostValue: payload.boostValue,
  reasonCode: payload.reasonCode,
  note: withInternalNote.includes(payload.kind) ? null : note,
  decidedAt: payload.decidedAt,
})

const logged = `SELECT submission_id, comment_id, subject_kind, subject_id, payload, note
  FROM decisions JOIN decision_log ON decision_id = decisions.id`

/** The decisions about these submissions, oldest first, without the administrators. */
export const findDecisionsOn = async (
  db: Db,
  submissionIds: readonly string[],
): Promise<OwnDecisions['decisions']> => {
  const { rows } = await db.query<DecisionRow>(
    `${logged} WHERE submission_id = ANY ($1) ORDER BY position`,
    [submissionIds],
  )
  return rows.map(decisionOf)
}

/** The same for comments, responses and alternatives. */
export const findDecisionsOnParts = async (
  db: Db,
  ids: readonly string[],
): Promise<OwnDecisions['decisions']> => {
  const { rows } = await db.query<DecisionRow>(
    `${logged} WHERE comment_id = ANY ($1)
       OR (subject_kind IN ('response', 'alternative') AND subject_id = ANY ($1::text[]))
     ORDER BY position`,
    [ids],
  )
  return rows.map(decisionOf)
}

export const findDecisionsAbout = async (
  db: Db,
  accountId: string,
): Promise<OwnDecisions['decisions']> => {
  const { rows } = await db.query<DecisionRow>(
    `${logged} WHERE account_id = $1 ORDER BY position`,
    [accountId],
  )
  return rows.map(decisionOf)
}

export const findAppealsOf = async (db: Db, authorId: string): Promise<OwnDecisions['appeals']> => {
  const { rows } = await db.query<AppealRow>(
    'SELECT * FROM appeals WHERE author_id = $1 ORDER BY created_at, id',
    [authorId],
  )
  return rows.map((row) => {
    const { text, state, createdAt, settledAt } = appealOf(row)
    return {
      submissionId: row.submission_id,
      commentId: row.comment_id,
      responseId: row.subject_kind === 'response' ? row.subject_id : null,
      alternativeId: row.subject_kind === 'alternative' ? row.subject_id : null,
      text,
      state,
      createdAt,
      settledAt,
    }
  })
}

export const findClaimsOf = async (db: Db, userId: string): Promise<OwnDecisions['claims']> => {
  const { rows } = await db.query<ClaimRow>(
    'SELECT * FROM claims WHERE user_id = $1 ORDER BY created_at, id',
    [userId],
  )
  return rows.map(({ id, business_id, domain, method, state, end_reason, created_at }) => ({
    ...{ id, businessId: business_id, domain, method, state, endReason: end_reason },
    createdAt: created_at.toISOString(),
  }))
}
