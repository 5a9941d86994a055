import { countAccounts } from '@answerable/contracts/accounts'
import {
  type AdminResponse,
  approveResponse,
  listResponses,
  pageResponses,
  readAnyResponse,
  removeResponse,
} from '@answerable/contracts/response-decisions'
import { AppError } from '@answerable/service-kit/errors'
import { pageHeaders } from '@answerable/service-kit/http/page-headers'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import { intentOf, recordIntent } from '../decisions/record-intent.ts'
import type { NewDecision } from '../decisions/store.ts'
import { readSubjectHistories } from '../decisions/subject-history.ts'
import type { Deps } from '../deps.ts'

type UsedDeps = Pick<Deps, 'pool' | 'auth' | 'catalog' | 'relay' | 'log'>

/** Official responses as administrators see them, and their decisions. */
export const responses = (router: Router, deps: UsedDeps): void => {
  serve(router, listResponses, async ({ query, requestId }) => {
    const page = { ...query, page: String(query.page), limit: String(query.limit) }
    const found = await deps.catalog(pageResponses, { query: page }, requestId)
    const histories = await readSubjectHistories(
      deps.pool,
      'response',
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
