import { countAccounts } from '@answerable/contracts/accounts'
import {
  type AdminResponse,
  approveResponse,
  listResponses,
  pageResponses,
  type ResponseDecisionRecord,
  readAnyResponse,
  removeResponse,
} from '@answerable/contracts/response-decisions'
import type { Db } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { pageHeaders } from '@answerable/service-kit/http/page-headers'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import { historyLimit } from '../decisions/history.ts'
import { intentOf, recordIntent } from '../decisions/record-intent.ts'
import type { NewDecision } from '../decisions/store.ts'
import type { Deps } from '../deps.ts'
import type { Payload } from '../log/payload.ts'

type UsedDeps = Pick<Deps, 'pool' | 'auth' | 'catalog' | 'relay' | 'log'>

/** Official responses as administrators see them, and their decisions. */
export const responses = (router: Router, deps: UsedDeps): void => {
  serve(router, listResponses, async ({ query, requestId }) => {
    const page = { ...query, page: String(query.page), limit: String(query.limit) }
    const found = await deps.catalog(pageResponses, { query: page }, requestId)
    const histories = await readHistories(
      deps.pool,
      found.responses.map(({ id }) => id),
    )
    const entries = found.responses.map((response) => ({
      ...response,
      decisions: histories.get(response.id) ?? [],
    }))
    return reply(entries, pageHeaders(listResponses.path, query, found.total))
  })

  serve(router, removeResponse, (request) =>
    decide(deps, {
      ...intentOf(request),
      kind: 'remove-response',
      subject: { subjectKind: 'response', subjectId: request.params.id },
      expectedVersion: request.body.expectedVersion ?? null,
    }),
  )

  serve(router, approveResponse, (request) => {
    const intent: NewDecision = {
      ...intentOf(request),
      kind: 'approve-response',
      subject: { subjectKind: 'response', subjectId: request.params.id },
      expectedVersion: request.body.expectedVersion ?? null,
    }
    return decide(deps, intent, () => refuseAuthor(deps, request.params.id, intent))
  })
}

const decide = async (
  deps: UsedDeps,
  intent: NewDecision,
  check?: () => Promise<void>,
): Promise<{ decisionId: string; response: AdminResponse }> => {
  const effect = await recordIntent(deps, intent, check)
  if (!('response' in effect)) throw new Error('a decision about a response met another subject')
  return { decisionId: intent.id, response: effect.response }
}

/** Throws `other_admin_needed` for the author of the response, while there is another administrator. */
const refuseAuthor = async (
  { auth, catalog }: Pick<Deps, 'auth' | 'catalog'>,
  id: string,
  { moderator, requestId }: Pick<NewDecision, 'moderator' | 'requestId'>,
): Promise<void> => {
  const response = await catalog(readAnyResponse, { params: { id } }, requestId)
  if (response.authorId !== moderator.id) return
  const { activeAdmins } = await auth(countAccounts, {}, requestId)
  if (activeAdmins <= 1) return
  throw new AppError('other_admin_needed', {
    message: 'This is your response. Another administrator has to decide on it.',
  })
}

type HistoryRow = {
  subject_id: string
  payload: Payload
  note: string | null
  admin_username: string
}

/** The decisions about each response, newest first. */
const readHistories = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ResponseDecisionRecord[]>> => {
  const { rows } = await db.query<HistoryRow>(
    `SELECT newest.* FROM unnest($1::text[]) AS wanted (id) CROSS JOIN LATERAL (
       SELECT subject_id, payload, note, admin_username, position
       FROM decisions JOIN decision_log ON decision_id = decisions.id
       WHERE subject_kind = 'response' AND subject_id = wanted.id ORDER BY position DESC LIMIT $2
     ) AS newest ORDER BY position DESC`,
    [ids, historyLimit],
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
