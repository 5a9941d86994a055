import { countAccounts } from '@answerable/contracts/accounts'
import {
  type AdminUpdate,
  confirmUpdate,
  declineUpdate,
  listUpdates,
  pageUpdates,
  readUpdate,
  withdrawUpdate,
} from '@answerable/contracts/update-decisions'
import { AppError } from '@answerable/service-kit/errors'
import { pageHeaders } from '@answerable/service-kit/http/page-headers'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import { intentOf, recordIntent } from '../decisions/record-intent.ts'
import type { NewDecision } from '../decisions/store.ts'
import type { Deps } from '../deps.ts'

type UsedDeps = Pick<Deps, 'pool' | 'auth' | 'catalog' | 'relay' | 'log'>

/** Updates that members have reported, and decisions about them. */
export const updates = (router: Router, deps: UsedDeps): void => {
  serve(router, listUpdates, async ({ query, requestId }) => {
    const page = { ...query, page: String(query.page), limit: String(query.limit) }
    const { updates: found, total } = await deps.catalog(pageUpdates, { query: page }, requestId)
    return reply(found, pageHeaders(listUpdates.path, query, total))
  })

  serve(router, confirmUpdate, (request) =>
    decide(deps, request, 'confirm-update', (update) =>
      refuseReporter(deps, update, request.viewer.id, request.requestId),
    ),
  )
  serve(router, declineUpdate, (request) => decide(deps, request, 'decline-update'))
  serve(router, withdrawUpdate, (request) => decide(deps, request, 'withdraw-update'))
}

type DecisionRequest = Parameters<typeof intentOf>[0] & { params: { id: string } }

const decide = async (
  deps: UsedDeps,
  request: DecisionRequest,
  kind: NewDecision['kind'],
  check: (update: AdminUpdate) => Promise<void> = async () => {},
): Promise<{ decisionId: string; update: AdminUpdate }> => {
  const { params, requestId } = request
  const update = await deps.catalog(readUpdate, { params }, requestId)
  const intent = {
    ...intentOf(request),
    kind,
    subject: { submissionId: update.submission.id, updateId: params.id },
  }
  const effect = await recordIntent(deps, intent, () => check(update))
  if (!('update' in effect)) throw new Error('a decision about an update met another subject')
  return { decisionId: intent.id, update: effect.update }
}

/** Administrators do not confirm an update of their own while there is another administrator. */
const refuseReporter = async (
  { auth }: Pick<UsedDeps, 'auth'>,
  { reporterId }: AdminUpdate,
  adminId: string,
  requestId: string,
): Promise<void> => {
  if (reporterId !== adminId) return
  const { activeAdmins } = await auth(countAccounts, {}, requestId)
  if (activeAdmins > 1) {
    throw new AppError('other_admin_needed', {
      message: 'This is your update. Another administrator has to confirm it.',
    })
  }
}
