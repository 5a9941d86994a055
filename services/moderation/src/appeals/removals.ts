import type { DecisionKind, ReasonCode } from '@answerable/contracts/decisions'
import type { Db } from '@answerable/service-kit/db'
import { conditionOf, type Removable } from './store.ts'

/** The decision that took content out of public view. */
export type Removal = {
  decisionId: string
  moderatorId: string
  reasonCode: ReasonCode | null
  note: string | null
  decidedAt: string
}

const removals: ReadonlySet<DecisionKind> = new Set([
  'remove',
  'remove-comment',
  'remove-response',
  'remove-alternative',
])

/** Null when the last decision that changed its visibility brought it back, or there is none. */
export const findRemoval = async (db: Db, subject: Removable): Promise<Removal | null> => {
  const [isAboutIt, id] = conditionOf(subject, '$1')
  const { rows } = await db.query<Removal & { kind: DecisionKind }>(
    `SELECT decision_id AS "decisionId", kind, admin_id AS "moderatorId",
       reason_code AS "reasonCode", note, payload ->> 'decidedAt' AS "decidedAt"
     FROM decisions JOIN decision_log ON decision_id = decisions.id
     WHERE ${isAboutIt} AND (
       payload #>> '{before,approved}' <> payload #>> '{after,approved}'
       OR payload #>> '{before,state}' <> payload #>> '{after,state}'
     )
     ORDER BY (payload #>> '{after,version}')::bigint DESC LIMIT 1`,
    [id],
  )
  const [latest] = rows
  if (latest === undefined || !removals.has(latest.kind)) return null
  const { kind: _, ...removal } = latest
  return removal
}

/** The reason and the note of a decision. */
export const findReason = async (
  db: Db,
  decisionId: string,
): Promise<Pick<Removal, 'reasonCode' | 'note'> | null> => {
  const { rows } = await db.query<Pick<Removal, 'reasonCode' | 'note'>>(
    'SELECT reason_code AS "reasonCode", note FROM decisions WHERE id = $1',
    [decisionId],
  )
  return rows[0] ?? null
}
