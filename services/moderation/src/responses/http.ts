import {
  type AdminResponse,
  approveResponse,
  listResponses,
  pageResponses,
  readAnyResponse,
  removeResponse,
  reviewResponse,
} from '@answerable/contracts/response-decisions'
import { pageHeaders } from '@answerable/service-kit/http/page-headers'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import { refuseConcerned, refusePartyToAppeals } from '../appeals/parties.ts'
import { intentOf, recordIntent } from '../decisions/record-intent.ts'
import type { NewDecision } from '../decisions/store.ts'
import { withReview, withReviews } from '../decisions/subject-history.ts'
import type { Deps } from '../deps.ts'

type UsedDeps = Pick<Deps, 'pool' | 'auth' | 'catalog' | 'relay' | 'log'>

/** Official responses as administrators see them, and their decisions. */
export const responses = (router: Router, deps: UsedDeps): void => {
  serve(router, listResponses, async ({ query, requestId }) => {
    const page = { ...query, page: String(query.page), limit: String(query.limit) }
    const found = await deps.catalog(pageResponses, { query: page }, requestId)
    const entries = await withReviews(deps.pool, 'response', found.responses)
    return reply(entries, pageHeaders(listResponses.path, query, found.total))
  })

  serve(router, reviewResponse, async ({ params, requestId }) => {
    const found = await deps.catalog(readAnyResponse, { params }, requestId)
    return withReview(deps.pool, 'response', found)
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
    const subject = { subjectKind: 'response', subjectId: request.params.id } as const
    const intent: NewDecision = {
      ...intentOf(request),
      kind: 'approve-response',
      subject,
      expectedVersion: request.body.expectedVersion ?? null,
    }
    return decide(deps, intent, async () => {
      await refusePartyToAppeals(deps, subject, intent)
      await refuseConcerned(deps, subject, intent)
    })
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
