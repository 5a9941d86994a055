import type {
  AdminResponse,
  applyResponseDecision,
  FlaggedResponse,
  LoggedResponse,
  pageResponses,
} from '@answerable/contracts/response-decisions'
import { queueFlagLimit, reviewFlagLimit } from '@answerable/contracts/review'
import type { RouteRequest, RouteResponse } from '@answerable/contracts/route'
import type { Category } from '@answerable/contracts/submissions'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import { readResponseFlags } from '../flags/reports.ts'
import {
  fullResponseOf,
  type ResponseRow,
  responseColumns,
  responseTables,
} from '../responses/rows.ts'

type Row = ResponseRow & {
  target_name: string
  category: Category | null
  username: string | null
}

const adminRows = `SELECT ${responseColumns}, target_name, category, username FROM ${responseTables}
  JOIN submissions ON submissions.id = submission_id
  LEFT JOIN authors ON authors.id = responses.author_id`

const adminResponseOf = (row: Row): AdminResponse => ({
  ...fullResponseOf(row),
  submission: { id: row.submission_id, targetName: row.target_name, category: row.category },
  authorId: row.author_id,
  author: row.username === null ? null : { username: row.username },
  flagCount: row.flag_count,
})

export const readAdminResponse = async (db: Db, id: string): Promise<AdminResponse | null> => {
  const { rows } = await db.query<Row>(`${adminRows} WHERE responses.id = $1`, [id])
  return rows[0] === undefined ? null : adminResponseOf(rows[0])
}

/** Responses in any state with their flags, newest first, by id. */
export const readFlaggedResponses = async (
  db: Db,
  {
    ids,
    state,
    limit = reviewFlagLimit,
  }: { ids: readonly string[]; state: 'open' | 'any'; limit?: number },
): Promise<ReadonlyMap<string, FlaggedResponse>> => {
  const { rows } = await db.query<Row>(`${adminRows} WHERE responses.id = ANY ($1)`, [ids])
  const flags = await readResponseFlags(db, { ids, state, limit })
  return new Map(
    rows.map((row) => [row.id, { ...adminResponseOf(row), flags: flags.get(row.id) ?? [] }]),
  )
}

const lists = {
  flagged: {
    where: `responses.flag_count > 0 AND state = 'shown'`,
    order: 'responses.flag_count DESC, responses.created_at, responses.id',
  },
  removed: { where: `state = 'removed'`, order: 'responses.created_at DESC, responses.id' },
  all: { where: 'true', order: 'responses.created_at DESC, responses.id' },
} as const

/** For a parameter with the id of a submission; null means all. */
const isOfSubmission = (parameter: string): string =>
  `(${parameter}::text IS NULL OR submission_id = ${parameter})`

/** Responses for administrators, with their open flags. */
export const readResponsesPage = async (
  db: Db,
  { state, page, limit, submission }: RouteRequest<typeof pageResponses>['query'],
): Promise<RouteResponse<typeof pageResponses>> => {
  const { where, order } = lists[state]
  const { rows: counted } = await db.query<{ total: number }>(
    `SELECT count(*) AS total FROM responses WHERE ${where} AND ${isOfSubmission('$1')}`,
    [submission ?? null],
  )
  const { rows } = await db.query<Row>(
    `${adminRows} WHERE ${where} AND ${isOfSubmission('$3')} ORDER BY ${order} LIMIT $1 OFFSET $2`,
    [limit, (page - 1) * limit, submission ?? null],
  )
  const ids = rows.map(({ id }) => id)
  const flags = await readResponseFlags(db, { ids, state: 'open', limit: queueFlagLimit })
  const responses = rows.map(
    (row): FlaggedResponse => ({ ...adminResponseOf(row), flags: flags.get(row.id) ?? [] }),
  )
  return { responses, total: onlyRow(counted).total }
}

export const loggedOf = (row: ResponseRow): LoggedResponse => ({
  state: row.state,
  flagCount: row.flag_count,
  version: row.version,
})

/** Writes the decided state and a new version. A repeated removal may have a new reason. */
export const storeDecided = async (
  db: Db,
  id: string,
  reasonCode: string | null,
  { isRemoval, hasChanged }: { isRemoval: boolean; hasChanged: boolean },
): Promise<void> => {
  await db.query(
    `UPDATE responses SET state = $2, version = version + 1, decided_version = version + 1,
       text_version = CASE WHEN $4 THEN version + 1 ELSE text_version END,
       reason_code = CASE WHEN $2 = 'removed' THEN coalesce($3, reason_code) END
     WHERE id = $1`,
    [id, isRemoval ? 'removed' : 'shown', reasonCode, hasChanged],
  )
}

type Applied = Omit<RouteResponse<typeof applyResponseDecision>, 'response'> & {
  responseId: string
}

/** The result of an applied decision; null if it was not applied. */
export const findApplied = async (db: Db, decisionId: string): Promise<Applied | null> => {
  const { rows } = await db.query<Applied>(
    `SELECT response_id AS "responseId", submission_id AS "submissionId", category, before, after
     FROM applied_response_decisions WHERE decision_id = $1`,
    [decisionId],
  )
  return rows[0] ?? null
}

export const insertApplied = async (
  db: Db,
  decisionId: string,
  { responseId, submissionId, category, before, after }: Applied,
): Promise<void> => {
  await db.query(
    `INSERT INTO applied_response_decisions
       (decision_id, response_id, submission_id, category, before, after)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [decisionId, responseId, submissionId, category, JSON.stringify(before), JSON.stringify(after)],
  )
}
