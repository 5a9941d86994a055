import { countAccounts } from '@answerable/contracts/accounts'
import {
  type AdminClaim,
  acceptClaim,
  declineClaim,
  listClaims,
  revokeClaim,
} from '@answerable/contracts/claims'
import { AppError } from '@answerable/service-kit/errors'
import { pageHeaders } from '@answerable/service-kit/http/page-headers'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import { intentOf, recordIntent } from '../decisions/record-intent.ts'
import type { NewDecision } from '../decisions/store.ts'
import type { Deps } from '../deps.ts'
import { adminClaimsOf } from './decide.ts'
import { findClaim, readClaimsIn } from './store.ts'

type UsedDeps = Pick<Deps, 'pool' | 'auth' | 'catalog' | 'relay' | 'log'>

/** Claims as administrators see them, and their decisions. */
export const claimDecisions = (router: Router, deps: UsedDeps): void => {
  serve(router, listClaims, async ({ query, requestId }) => {
    const { rows, total } = await readClaimsIn(deps.pool, query.state, query)
    const entries = await adminClaimsOf(deps, rows, requestId)
    return reply(entries, pageHeaders(listClaims.path, query, total))
  })

  serve(router, acceptClaim, (request) => {
    const intent = { ...intentOf(request), kind: 'accept-claim' as const, ...about(request) }
    return decide(deps, intent, () => refuseClaimant(deps, request.params.id, intent))
  })

  serve(router, declineClaim, (request) =>
    decide(deps, { ...intentOf(request), kind: 'decline-claim', ...about(request) }),
  )

  serve(router, revokeClaim, (request) =>
    decide(deps, { ...intentOf(request), kind: 'revoke-claim', ...about(request) }),
  )
}

const about = ({ params }: { params: { id: string } }): Pick<NewDecision, 'subject'> => ({
  subject: { subjectKind: 'claim', subjectId: params.id },
})

const decide = async (
  deps: UsedDeps,
  intent: NewDecision,
  check?: () => Promise<void>,
): Promise<{ decisionId: string; claim: AdminClaim }> => {
  const effect = await recordIntent(deps, intent, check)
  if (!('claim' in effect)) throw new Error('a decision about a claim met another subject')
  return { decisionId: intent.id, claim: effect.claim }
}

/** Throws `other_admin_needed` for the member who made the claim, while there is another administrator. */
const refuseClaimant = async (
  { pool, auth }: Pick<Deps, 'pool' | 'auth'>,
  claimId: string,
  { moderator, requestId }: Pick<NewDecision, 'moderator' | 'requestId'>,
): Promise<void> => {
  const claim = await findClaim(pool, claimId)
  if (claim?.user_id !== moderator.id) return
  const { activeAdmins } = await auth(countAccounts, {}, requestId)
  if (activeAdmins <= 1) return
  throw new AppError('other_admin_needed', {
    message: 'This is your claim. Another administrator has to decide on it.',
  })
}
