import {
  type AdminSuggestion,
  acceptSuggestion,
  changeBusiness,
  declineSuggestion,
  listSuggestions,
  pageSuggestions,
} from '@answerable/contracts/business-decisions'
import {
  computeBusinessMerge,
  findBusinessMerges,
  listBusinessMerges,
  mergeBusiness,
  previewBusinessMerge,
  unmergeBusiness,
} from '@answerable/contracts/business-merges'
import type { Business } from '@answerable/contracts/businesses'
import { AppError } from '@answerable/service-kit/errors'
import { pageHeaders } from '@answerable/service-kit/http/page-headers'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import { intentOf, recordIntent } from '../decisions/record-intent.ts'
import type { NewDecision } from '../decisions/store.ts'
import type { Deps } from '../deps.ts'

type UsedDeps = Pick<Deps, 'pool' | 'auth' | 'catalog' | 'relay' | 'log'>

/** Suggested changes to businesses, and changes and merges by administrators. */
export const businesses = (router: Router, deps: UsedDeps): void => {
  serve(router, listSuggestions, async ({ query, requestId }) => {
    const page = { ...query, page: String(query.page), limit: String(query.limit) }
    const { suggestions, total } = await deps.catalog(pageSuggestions, { query: page }, requestId)
    return reply(suggestions, pageHeaders(listSuggestions.path, query, total))
  })

  serve(router, acceptSuggestion, (request) =>
    decideOnSuggestion(deps, {
      ...intentOf(request),
      kind: 'accept-suggestion',
      subject: { suggestionId: request.params.id },
    }),
  )

  serve(router, declineSuggestion, (request) =>
    decideOnSuggestion(deps, {
      ...intentOf(request),
      kind: 'decline-suggestion',
      subject: { suggestionId: request.params.id },
    }),
  )

  serve(router, changeBusiness, (request) =>
    decideOnBusiness(deps, {
      ...intentOf(request),
      kind: 'change-business',
      subject: { businessId: request.params.id, change: request.body.change },
    }),
  )

  serve(router, previewBusinessMerge, ({ params: { id }, query: { into }, requestId }) => {
    refuseSame(id, into)
    return deps.catalog(computeBusinessMerge, { query: { id, into } }, requestId)
  })

  serve(router, listBusinessMerges, ({ params, requestId }) =>
    deps.catalog(findBusinessMerges, { params }, requestId),
  )

  serve(router, mergeBusiness, (request) => {
    const { into } = request.body
    refuseSame(request.params.id, into)
    return decideOnBusiness(deps, {
      ...intentOf(request),
      kind: 'merge-business',
      subject: { businessId: request.params.id, change: { kind: 'merge', value: into } },
    })
  })

  serve(router, unmergeBusiness, (request) =>
    decideOnBusiness(deps, {
      ...intentOf(request),
      kind: 'unmerge-business',
      subject: { businessId: request.params.id, change: { kind: 'unmerge', value: '' } },
    }),
  )
}

const refuseSame = (id: string, into: string): void => {
  if (id !== into) return
  throw new AppError('invalid_request', { fields: { into: 'Choose another business.' } })
}

const decideOnBusiness = async (
  deps: UsedDeps,
  intent: NewDecision,
): Promise<{ decisionId: string; business: Business }> => {
  const effect = await recordIntent(deps, intent)
  if (!('business' in effect)) throw new Error('a decision about a business met another subject')
  return { decisionId: intent.id, business: effect.business }
}

const decideOnSuggestion = async (
  deps: UsedDeps,
  intent: NewDecision,
): Promise<{ decisionId: string; suggestion: AdminSuggestion }> => {
  const effect = await recordIntent(deps, intent)
  if (!('suggestion' in effect))
    throw new Error('a decision about a suggestion met another subject')
  return { decisionId: intent.id, suggestion: effect.suggestion }
}
