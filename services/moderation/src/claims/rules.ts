import {
  type Claim,
  type ClaimEndReason,
  type ClaimedBusiness,
  claimDays,
  mailProofDays,
  newWebsiteDays,
  proofGraceDays,
} from '@answerable/contracts/claims'
import { proofFileAddress, proofRecordName, proofText } from '@answerable/contracts/domain-proofs'
import { AppError } from '@answerable/service-kit/errors'
import { getDomain } from 'tldts'
import type { ClaimRow } from './store.ts'

const dayMilliseconds = 86_400_000
/** A check that has taken longer was interrupted. */
const longestCheckMilliseconds = 20_000

/**
 * The domain to prove. Throws `no_website`, and `unprovable_website` for a public suffix such as `github.io`, below
 * which anyone can have a website.
 */
export const domainToProve = ({ website }: Pick<ClaimedBusiness, 'website'>): string => {
  if (website === null) throw new AppError('no_website')
  if (getDomain(website, { allowPrivateDomains: true }) !== website)
    throw new AppError('unprovable_website')
  return website
}

/** Why a claim for this domain cannot be for the business any longer; null if it can. */
export const whyVoid = (
  domain: string,
  business: ClaimedBusiness | undefined,
): ClaimEndReason | null => {
  if (business === undefined || business.isMerged) return 'business-merged'
  return business.website === domain ? null : 'website-changed'
}

/** Whether an administrator must confirm the claim: anyone may suggest a website, also their own. */
export const needsReview = (
  { websiteSince }: Pick<ClaimedBusiness, 'websiteSince'>,
  now: Date,
): boolean =>
  websiteSince === null ||
  now.getTime() - Date.parse(websiteSince) < newWebsiteDays * dayMilliseconds

type Timed = Pick<ClaimRow, 'state' | 'method' | 'created_at' | 'missing_since' | 'proved_at'>

/** When a claim ends unless its proof is published; null if no end is set. */
export const endOf = (claim: Timed): Date | null => {
  const { state, method, created_at, missing_since, proved_at } = claim
  if (state === 'ended') return null
  if (state === 'open') return after(created_at, claimDays)
  if (missing_since !== null) return after(missing_since, proofGraceDays)
  return method === 'mail' && proved_at !== null ? after(proved_at, mailProofDays) : null
}

const after = (time: Date, days: number): Date => new Date(time.getTime() + days * dayMilliseconds)

/** A claim as its member sees it. A changed website ends it in effect, even if no check has noticed it. */
export const claimOf = (row: ClaimRow, business: ClaimedBusiness, now: Date): Claim => {
  const voided = row.state === 'ended' ? null : whyVoid(row.domain, business)
  return {
    id: row.id,
    business: { id: row.business_id, slug: business.slug, name: business.name },
    domain: row.domain,
    method: row.method,
    state: voided === null ? row.state : 'ended',
    endReason: voided ?? row.end_reason,
    note: row.note ?? null,
    publish: row.state === 'ended' || voided !== null ? null : published(row),
    lastCheck:
      row.check_state === null || row.checked_at === null
        ? null
        : { state: row.check_state, checkedAt: row.checked_at.toISOString() },
    checking:
      row.checking_since !== null &&
      now.getTime() - row.checking_since.getTime() < longestCheckMilliseconds,
    createdAt: row.created_at.toISOString(),
    endsAt: voided === null ? (endOf(row)?.toISOString() ?? null) : null,
  }
}

const published = ({ method, domain, token }: ClaimRow): Claim['publish'] => {
  if (method === 'mail') return null
  const where = method === 'dns' ? proofRecordName(domain) : proofFileAddress(domain)
  return { where, text: proofText(token) }
}
