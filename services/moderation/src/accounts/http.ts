import {
  type Account,
  listAccounts,
  readAccount,
  reinstateAccount,
  resetPasskeys,
  searchAccounts,
  suspendAccount,
  voidAccountVotes,
} from '@answerable/contracts/accounts'
import { countActivity } from '@answerable/contracts/review-internal'
import type { RouteResponse } from '@answerable/contracts/route'
import { AppError } from '@answerable/service-kit/errors'
import { pageHeaders } from '@answerable/service-kit/http/page-headers'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import { intentOf, recordIntent } from '../decisions/record-intent.ts'
import type { NewDecision } from '../decisions/store.ts'
import type { Deps } from '../deps.ts'

type UsedDeps = Pick<Deps, 'pool' | 'auth' | 'catalog' | 'relay' | 'log'>

export const accounts = (router: Router, deps: UsedDeps): void => {
  serve(router, listAccounts, async ({ query, requestId }) => {
    const { page, limit, ...filters } = query
    const found = await deps.auth(
      searchAccounts,
      { query: { ...filters, page: String(page), limit: String(limit) } },
      requestId,
    )
    const authorIds = found.accounts.map(({ id }) => id)
    const activity = await deps.catalog(countActivity, { body: { authorIds } }, requestId)
    const rows = found.accounts.flatMap((account, index) => {
      const done = activity[index]
      return done === undefined ? [] : [{ ...account, ...done }]
    })
    return reply(rows, pageHeaders(listAccounts.path, query, found.total))
  })

  serve(router, suspendAccount, (request) =>
    decideOn(deps, {
      ...intentOf(request),
      kind: 'suspend',
      subject: { accountId: request.params.id },
    }),
  )

  serve(router, reinstateAccount, (request) =>
    decideOn(deps, {
      ...intentOf(request),
      kind: 'reinstate',
      subject: { accountId: request.params.id },
    }),
  )

  serve(router, resetPasskeys, (request) =>
    decideOn(deps, {
      ...intentOf(request),
      kind: 'reset-passkeys',
      subject: { accountId: request.params.id },
    }),
  )

  serve(router, voidAccountVotes, async (request) => {
    const intent = {
      ...intentOf(request),
      kind: 'void-account-votes',
      subject: { accountId: request.params.id },
    } as const
    return decideOnVotes(deps, intent, async () => {
      await deps.auth(readAccount, { params: request.params }, request.requestId)
    })
  })
}

const decideOn = async (
  deps: UsedDeps,
  intent: NewDecision,
): Promise<{ decisionId: string; account: Account }> => {
  const { decisionId, account } = await decideOnVotes(deps, intent)
  return { decisionId, account }
}

const decideOnVotes = async (
  deps: UsedDeps,
  intent: NewDecision,
  check?: () => Promise<void>,
): Promise<RouteResponse<typeof voidAccountVotes>> => {
  const effect = await recordIntent(deps, intent, check)
  if (!('account' in effect)) throw new Error('a decision about an account met a submission')
  if (effect.account === null) throw new AppError('account_not_found')
  return {
    decisionId: intent.id,
    account: effect.account,
    voteCount: effect.voteCount ?? 0,
    participationCount: effect.participationCount ?? 0,
  }
}
