import { readAccount } from '@answerable/contracts/accounts'
import type { AdminClaim, ClaimEndReason, ClaimedBusiness } from '@answerable/contracts/claims'
import { type Pool, transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import type { ClaimEffect, Owners } from '../decisions/apply-at-owner.ts'
import type { Decision } from '../decisions/store.ts'
import { readBusinesses } from './businesses.ts'
import { claimOf, whyVoid } from './rules.ts'
import {
  type ClaimRow,
  endClaim,
  findAppliedToClaim,
  findClaim,
  insertAppliedToClaim,
  lockClaim,
  loggedOf,
  storeProved,
} from './store.ts'

type UsedOwners = Pick<Owners, 'auth' | 'catalog'>

/**
 * Confirms or declines a proved claim, or ends a representation. A repeated call returns the first effect. Throws
 * `decision_conflict` if the claim is in another state by now, and `claim_closed` if the business has another website.
 */
export const decideOnClaim = async (
  { pool, ...owners }: UsedOwners & { pool: Pool },
  { id: decisionId, kind, requestId }: Decision,
  claimId: string,
): Promise<ClaimEffect> => {
  const known = await findClaim(pool, claimId)
  if (known === null) throw new AppError('claim_not_found')
  const businesses = await readBusinesses(owners, [known.business_id], requestId)
  const applied = await transaction(pool, async (db) => {
    const claim = await lockClaim(db, claimId)
    const earlier = await findAppliedToClaim(db, decisionId)
    if (earlier !== null) return earlier
    if (
      kind === 'accept-claim' &&
      whyVoid(claim.domain, businesses.get(claim.business_id)) !== null
    )
      throw new AppError('claim_closed')
    if (claim.state !== (kind === 'revoke-claim' ? 'verified' : 'review'))
      throw new AppError('decision_conflict')
    const decided =
      kind === 'accept-claim'
        ? await storeProved(db, { id: claimId, state: 'verified' })
        : await endClaim(db, claim, endReasons[kind === 'revoke-claim' ? kind : 'decline-claim'])
    const result = { claim_id: claimId, before: loggedOf(claim), after: loggedOf(decided) }
    await insertAppliedToClaim(db, decisionId, result)
    return result
  })
  const [claim] = await adminClaimsOf(
    owners,
    [(await findClaim(pool, claimId)) ?? known],
    requestId,
  )
  if (claim === undefined) throw new AppError('business_not_found')
  return {
    subject: { kind: 'claim', id: claimId, businessId: known.business_id },
    before: applied.before,
    after: applied.after,
    claim,
    voteCount: null,
  }
}

const endReasons = {
  'decline-claim': 'declined',
  'revoke-claim': 'revoked',
} as const satisfies Record<string, ClaimEndReason>

/** Claims with their businesses and members. Those of businesses that do not exist are left out. */
export const adminClaimsOf = async (
  { auth, catalog }: UsedOwners,
  rows: readonly ClaimRow[],
  requestId: string,
): Promise<AdminClaim[]> => {
  const ids = rows.map(({ business_id }) => business_id)
  const businesses = await readBusinesses({ catalog }, ids, requestId)
  const usernames = await Promise.all(
    rows.map(({ user_id }) =>
      auth(readAccount, { params: { id: user_id } }, requestId).then(
        ({ username }) => username,
        nullWhenMissing,
      ),
    ),
  )
  return rows.flatMap((row, at) => {
    const business = businesses.get(row.business_id)
    const username = usernames[at] ?? null
    return business === undefined ? [] : [adminClaimOf(row, business, username)]
  })
}

const adminClaimOf = (
  row: ClaimRow,
  business: ClaimedBusiness,
  username: string | null,
): AdminClaim => ({
  ...claimOf(row, business, new Date()),
  publish: null,
  userId: username === null ? null : row.user_id,
  username,
  websiteSince: business.website === row.domain ? business.websiteSince : null,
  provedAt: row.proved_at?.toISOString() ?? null,
})

const nullWhenMissing = (error: unknown): null => {
  if (error instanceof AppError && error.code === 'account_not_found') return null
  throw error
}
