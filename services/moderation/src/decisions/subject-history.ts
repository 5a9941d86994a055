import type { Appeal } from '@answerable/contracts/appeals'
import type { ContentDecisionRecord } from '@answerable/contracts/content-decisions'
import type { Db } from '@answerable/service-kit/db'
import { appealOf, findAppealsOn } from '../appeals/store.ts'
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
const readSubjectHistories = async (
  db: Db,
  kind: OtherSubjectKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ContentDecisionRecord[]>> => {
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

type Part = 'response' | 'alternative'

type Reviewed = {
  /** Newest first. */
  decisions: ContentDecisionRecord[]
  /** The open one. */
  appeal: Appeal | null
  /** Open and settled, newest first. */
  appeals: Appeal[]
}

/** Decisions about and appeals of responses or alternatives, by id. */
const readReviews = async (
  db: Db,
  kind: Part,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Reviewed>> => {
  const [histories, rows] = await Promise.all([
    readSubjectHistories(db, kind, ids),
    findAppealsOn(db, { [`${kind}Ids`]: ids }),
  ])
  return new Map(
    ids.map((id) => {
      const appeals = rows.filter(({ subject_id }) => subject_id === id).map(appealOf)
      const appeal = appeals.find(({ state }) => state === 'open') ?? null
      return [id, { decisions: histories.get(id) ?? [], appeal, appeals }]
    }),
  )
}

const none: Reviewed = { decisions: [], appeal: null, appeals: [] }

/** Adds the decisions and the open appeal to each response or alternative. */
export const withReviews = async <Found extends { id: string }>(
  db: Db,
  kind: Part,
  found: readonly Found[],
): Promise<(Found & Omit<Reviewed, 'appeals'>)[]> => {
  const reviews = await readReviews(
    db,
    kind,
    found.map(({ id }) => id),
  )
  return found.map((one) => {
    const { decisions, appeal } = reviews.get(one.id) ?? none
    return { ...one, decisions, appeal }
  })
}

/** The same for one, with its settled appeals. */
export const withReview = async <Found extends { id: string }>(
  db: Db,
  kind: Part,
  found: Found,
): Promise<Found & Reviewed> => ({
  ...found,
  ...((await readReviews(db, kind, [found.id])).get(found.id) ?? none),
})
