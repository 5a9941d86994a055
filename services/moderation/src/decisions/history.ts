import type { DecisionRecord } from '@answerable/contracts/decisions'
import type { Db } from '@answerable/service-kit/db'
import type { Payload } from '../log/payload.ts'

type HistoryRow = {
  subject_id: string
  submission_id: string
  into_id: string | null
  payload: Payload
  note: string | null
  admin_username: string
}

/** Maximum number of decisions of one subject. */
export const historyLimit = 50

/** The decisions on each of these submissions, newest first. */
export const readHistories = async (
  db: Db,
  submissionIds: readonly string[],
): Promise<ReadonlyMap<string, DecisionRecord[]>> => {
  const { rows } = await db.query<HistoryRow>(
    `SELECT newest.* FROM unnest($1::text[]) AS wanted (id) CROSS JOIN LATERAL (
       SELECT wanted.id AS subject_id, submission_id, into_id, payload, note, admin_username, position
       FROM decisions JOIN decision_log ON decision_id = decisions.id
       WHERE wanted.id IN (submission_id, into_id) ORDER BY position DESC LIMIT $2
     ) AS newest ORDER BY position DESC`,
    [submissionIds, historyLimit],
  )
  const bySubmission = Map.groupBy(rows, (row) => row.subject_id)
  return new Map([...bySubmission].map(([id, entries]) => [id, entries.flatMap(recordsOf)]))
}

const recordsOf = (row: HistoryRow): DecisionRecord[] => {
  const { payload, note, admin_username } = row
  const isOther = row.subject_id !== row.submission_id
  const { before, after } = isOther && 'other' in payload && payload.other ? payload.other : payload
  if (!('approved' in before && 'approved' in after)) return []
  return [
    {
      decisionId: payload.decisionId,
      kind: payload.kind,
      boostValue: payload.boostValue,
      voteCount: payload.voteCount ?? null,
      participationCount: payload.participationCount ?? null,
      reasonCode: payload.reasonCode,
      note,
      moderator: { id: payload.moderatorId, username: admin_username },
      decidedAt: payload.decidedAt,
      before,
      after,
      otherId: isOther ? row.submission_id : row.into_id,
    },
  ]
}
