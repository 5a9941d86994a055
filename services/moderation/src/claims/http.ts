import { readAccount } from '@answerable/contracts/accounts'
import {
  type Claim,
  checkClaim,
  checkClaimCode,
  listOwnClaims,
  sendClaimCode,
  startClaim,
  withdrawClaim,
} from '@answerable/contracts/claims'
import type { Viewer } from '@answerable/contracts/sessions'
import { transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { pageHeaders } from '@answerable/service-kit/http/page-headers'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import type { Deps } from '../deps.ts'
import { lockPerson } from '../people/erase-personal-data.ts'
import { readBusiness, readBusinesses } from './businesses.ts'
import { storeResult } from './checks.ts'
import { claimOf, domainToProve, endOf, whyVoid } from './rules.ts'
import {
  beginCheck,
  type ClaimRow,
  endClaim,
  findClaim,
  findCurrent,
  insertClaim,
  lockClaim,
  readOwnClaims,
} from './store.ts'

type UsedDeps = Pick<Deps, 'pool' | 'auth' | 'catalog' | 'relay' | 'claimChecks'>

/** Claims of members to speak for businesses. */
export const claims = (router: Router, deps: UsedDeps): void => {
  const { pool, auth, catalog, relay, claimChecks } = deps

  serve(router, startClaim, async ({ params, body, viewer, requestId }) => {
    const business = await readBusiness(deps, params.id, requestId)
    if (!business.listed || business.isMerged) throw new AppError('business_not_found')
    const domain = domainToProve(business)
    const address = addressOf(body)
    const claim = await transaction(pool, async (db) => {
      await lockPerson(db, viewer.id)
      await refuseSuspended(deps, viewer, requestId)
      const current = await findCurrent(db, { userId: viewer.id, businessId: business.id })
      if (current !== null) {
        const voided = whyVoid(current.domain, business)
        if (voided === null && current.state !== 'open')
          throw new AppError('already_representative')
        await endClaim(db, current, voided ?? 'replaced')
      }
      const created = await insertClaim(db, {
        business_id: business.id,
        user_id: viewer.id,
        domain,
        method: body.method,
      })
      // Before the commit: without a mail there is no claim.
      if (address !== null) {
        const code = { claimId: created.id, userId: viewer.id, domain, address }
        await auth(sendClaimCode, { body: code }, requestId)
      }
      return created
    })
    relay.wake()
    return claimOf(claim, business, new Date())
  })

  serve(router, checkClaim, async ({ params, body, viewer, requestId }) => {
    const claim = await ownClaim(deps, params.id, viewer)
    await refuseSuspended(deps, viewer, requestId)
    const business = await readBusiness(deps, claim.business_id, requestId)
    const isOver = (endOf(claim)?.getTime() ?? Number.POSITIVE_INFINITY) < Date.now()
    if (claim.state === 'ended' || isOver || whyVoid(claim.domain, business) !== null)
      throw new AppError('claim_closed')
    if (claim.method === 'mail') await compareCode(claim, body.code, requestId)
    else await claimChecks.run(await beginCheck(pool, claim.id), requestId)
    return describe((await findClaim(pool, claim.id)) ?? claim, requestId)
  })

  serve(router, withdrawClaim, async ({ params, viewer }) => {
    await transaction(pool, async (db) => {
      const claim = await lockClaim(db, params.id)
      if (claim.user_id !== viewer.id) throw new AppError('claim_not_found')
      if (claim.state !== 'ended') await endClaim(db, claim, 'withdrawn')
    })
    relay.wake()
    return undefined
  })

  serve(router, listOwnClaims, async ({ query, viewer, requestId }) => {
    const of = { userId: viewer.id, businessId: query.business ?? null }
    const { rows, total } = await readOwnClaims(pool, of, query)
    const ids = rows.map(({ business_id }) => business_id)
    const businesses = await readBusinesses(deps, ids, requestId)
    const own = rows.flatMap((row) => {
      const business = businesses.get(row.business_id)
      return business === undefined ? [] : [claimOf(row, business, new Date())]
    })
    return reply(own, {
      ...pageHeaders(listOwnClaims.path, query, total),
      'cache-control': 'no-store',
    })
  })

  /** Auth says which domain the code went to, so that no other claim can use it. */
  async function compareCode(
    claim: ClaimRow,
    code: string | undefined,
    requestId: string,
  ): Promise<void> {
    if (claim.state !== 'open') return
    if (code === undefined) throw invalid('code', 'Please enter the 6 digits of the code.')
    const { domain } = await auth(checkClaimCode, { body: { claimId: claim.id, code } }, requestId)
    if (domain !== claim.domain) throw new AppError('invalid_code')
    await storeResult({ pool, catalog, relay }, { id: claim.id, state: 'found' }, requestId)
  }

  async function describe(claim: ClaimRow, requestId: string): Promise<Claim> {
    return claimOf(claim, await readBusiness(deps, claim.business_id, requestId), new Date())
  }
}

const addressOf = ({ method, address }: { method: string; address?: string | undefined }) => {
  if (method !== 'mail') {
    if (address !== undefined) throw invalid('address', 'Only the method mail needs an address.')
    return null
  }
  const trimmed = address?.trim() ?? ''
  if (trimmed === '') throw invalid('address', 'Please enter an email address.')
  return trimmed
}

const invalid = (field: string, sentence: string): AppError =>
  new AppError('invalid_request', { fields: { [field]: sentence } })

const ownClaim = async (
  { pool }: Pick<Deps, 'pool'>,
  id: string,
  viewer: Viewer,
): Promise<ClaimRow> => {
  const claim = await findClaim(pool, id)
  if (claim?.user_id !== viewer.id) throw new AppError('claim_not_found')
  return claim
}

const refuseSuspended = async (
  { auth }: Pick<Deps, 'auth'>,
  viewer: Viewer,
  requestId: string,
): Promise<void> => {
  const account = await auth(readAccount, { params: { id: viewer.id } }, requestId)
  if (account.suspended) throw new AppError('account_suspended')
}
