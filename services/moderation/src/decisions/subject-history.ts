import type { ResponseDecisionRecord } from '@answerable/contracts/response-decisions'
import type { Db } from '@answerable/service-kit/db'
import type { Payload } from '../log/payload.ts'
import { historyLimit } from './history.ts'
import type { OtherSubjectKind } from './store.ts'

type HistoryRow = {
  subject_id: string
  payload: Payload
  note: string | null
  admin_username: string
}

/** The decisions about each subject of a kind, newest first. */
export const readSubjectHistories = async (
  db: Db,
  kind: OtherSubjectKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ResponseDecisionRecord[]>> => {
  const { rows } = await db.query<HistoryRow>(
    `SELECT newest.* FROM unnest($1::text[]) AS wanted (id) CROSS JOIN LATERAL (
       SELECT subject_id, payload, note, admin_username, position
       FROM decisions JOIN decision_log ON decision_id = decisions.id
       WHERE subject_kind = $3 AND subject_id = wanted.id ORDER BY position DESC LIMIT $2
     ) AS newest ORDER BY position DESC`,
    [ids, historyLimit, kind],
  )
  return new Map(
    [...Map.groupBy(rows, (row) => row.subject_id)].map(([id, entries]) => [
      id,
      entries.map(({ payload, note, admin_username }) => ({
        decisionId: payload.decisionId,
        kind: payload.kind,
        reasonCode: payload.reasonCode,
        note,
        moderator: { id: payload.moderatorId, username: admin_username },
        decidedAt: payload.decidedAt,
      })),
    ]),
  )
}
