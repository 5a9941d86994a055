import * as z from 'zod/mini'
import { businessId, businessLink } from './business-link.ts'
import { decisionReason, noteLimits } from './decisions.ts'
import { proofState } from './domain-proofs.ts'
import { forModeration } from './for-moderation.ts'
import { pageQuery } from './paging.ts'
import { type Route, route } from './route.ts'
import { lines } from './text.ts'

/** The ways to prove that one speaks for a business, and the label of each. */
export const claimMethods = {
  dns: 'DNS record',
  file: 'File on the website',
  mail: 'Email at the domain',
} as const
export type ClaimMethod = keyof typeof claimMethods
const claimMethod = z.enum(Object.keys(claimMethods) as [ClaimMethod, ...ClaimMethod[]])

/** Time to publish a proof after a claim is made. */
export const claimDays = 7
/** A representation ends after its proof has been missing for this time. */
export const proofGraceDays = 7
/** An address proves its domain once. Its representation ends after this time. */
export const mailProofDays = 365
/** An administrator must confirm a claim if the website was set within this time. */
export const newWebsiteDays = 30

export const claimEndReasons = [
  /** The proof was not published in time, or was removed. */
  'proof-missing',
  'website-changed',
  'business-merged',
  'withdrawn',
  /** The member made another claim for the same business. */
  'replaced',
  /** The member proved it by email, long ago. */
  'expired',
  /** An administrator declined the claim or ended the representation. */
  'declined',
  'revoked',
] as const
export type ClaimEndReason = (typeof claimEndReasons)[number]

/** 'open': to be proved. 'review': proved, and waiting for an administrator. 'verified': the member speaks for the business. */
export const claimState = z.enum(['open', 'review', 'verified', 'ended'])
export type ClaimState = z.output<typeof claimState>

export const claim = z.strictObject({
  id: z.uuid(),
  business: businessLink,
  /** The website of the business at the time of the claim. */
  domain: z.string(),
  method: claimMethod,
  state: claimState,
  endReason: z.nullable(z.enum(claimEndReasons)),
  /** Of the administrator who decided, for the member. */
  note: z.nullable(z.string()),
  /** What the member publishes: a TXT record or a file. Null for mail, and once it has ended. */
  publish: z.nullable(
    z.strictObject({
      /** Name of the record, or address of the file. */
      where: z.string(),
      text: z.string(),
    }),
  ),
  /** The latest check; null before the first one. */
  lastCheck: z.nullable(z.strictObject({ state: proofState, checkedAt: z.iso.datetime() })),
  /** Whether a check is in progress. Read the claim again to get its result. */
  checking: z.boolean(),
  createdAt: z.iso.datetime(),
  /** When an open claim or a representation ends, unless the proof is published (again); null: no end is set. */
  endsAt: z.nullable(z.iso.datetime()),
})
export type Claim = z.output<typeof claim>

const member = { service: 'moderation', access: 'signed-in', limit: 'claims' } as const
const claimParams = z.strictObject({ id: z.uuid() })

/**
 * Claims to speak for a business. Replaces the caller's open claim for it. With 'mail', a code is sent to the address,
 * which must be directly at the domain.
 */
export const startClaim = route({
  ...member,
  method: 'POST',
  path: '/api/businesses/:id/claims',
  params: z.strictObject({ id: businessId }),
  body: z.strictObject({
    method: claimMethod,
    /** For the method 'mail' only. It is stored until the code expires, and nowhere else. */
    address: z.optional(z.string().check(z.maxLength(320))),
  }),
  response: claim,
  status: 201,
  errors: [
    'account_suspended',
    'business_not_found',
    'no_website',
    'unprovable_website',
    'public_mail_provider',
    'already_representative',
    'too_many_requests',
  ],
})

/**
 * Looks for the published proof, or compares the code from the email. The result is in `state` and `lastCheck`; a
 * missing proof is no error. If the website takes longer to respond, `checking` is true.
 */
export const checkClaim = route({
  ...member,
  method: 'POST',
  path: '/api/claims/:id/check',
  params: claimParams,
  body: z._default(
    z.strictObject({
      code: z.optional(
        z.string().check(z.regex(/^\d{6}$/, { error: 'Please enter the 6 digits of the code.' })),
      ),
    }),
    {},
  ),
  response: claim,
  errors: [
    'account_suspended',
    'claim_not_found',
    'claim_closed',
    'invalid_code',
    'code_exhausted',
  ],
})

/** Ends one's own claim or representation. */
export const withdrawClaim = route({
  ...member,
  method: 'DELETE',
  path: '/api/claims/:id',
  params: claimParams,
  status: 204,
  errors: ['claim_not_found'],
})

/** The caller's claims, newest first. */
export const listOwnClaims = route({
  service: 'moderation',
  method: 'GET',
  path: '/api/account/claims',
  access: 'signed-in',
  query: z.strictObject({ ...pageQuery, business: z.optional(businessId) }),
  response: z.array(claim),
})

/** A claim as administrators see it. */
export const adminClaim = z.extend(claim, {
  userId: z.nullable(z.uuid()),
  /** Null after the member has deleted the account. */
  username: z.nullable(z.string()),
  /** When the website was set; null if the business has another one by now. */
  websiteSince: z.nullable(z.iso.datetime()),
  provedAt: z.nullable(z.iso.datetime()),
})
export type AdminClaim = z.output<typeof adminClaim>

/** The state of a claim in the log, before and after a decision. */
export const loggedClaim = z.strictObject({ state: claimState, version: z.int() })
export type LoggedClaim = z.output<typeof loggedClaim>

const administration = { service: 'moderation', access: 'admin' } as const satisfies Partial<Route>

/** Claims that wait for an administrator, oldest first, or those in force, newest first. */
export const listClaims = route({
  ...administration,
  method: 'GET',
  path: '/api/admin/claims',
  query: z.strictObject({
    ...pageQuery,
    state: z._default(z.enum(['review', 'verified']), 'review'),
  }),
  response: z.array(adminClaim),
})

const decision = {
  ...administration,
  method: 'POST',
  params: claimParams,
  response: z.strictObject({ decisionId: z.uuid(), claim: adminClaim }),
  errors: ['claim_not_found', 'decision_conflict', 'idempotency_mismatch'],
} as const satisfies Omit<Route, 'path'>

/** Confirms a proved claim. */
export const acceptClaim = route({
  ...decision,
  path: '/api/admin/claims/:id/accept',
  body: z._default(z.strictObject(decisionReason), {}),
  errors: [...decision.errors, 'claim_closed', 'other_admin_needed'],
})

const withNote = z.strictObject({ ...decisionReason, note: lines({ ...noteLimits, min: 1 }) })

export const declineClaim = route({
  ...decision,
  path: '/api/admin/claims/:id/decline',
  body: withNote,
})

/** Ends a representation. Published responses stay. */
export const revokeClaim = route({
  ...decision,
  path: '/api/admin/claims/:id/revoke',
  body: withNote,
})

export const maxClaimedBusinesses = 50

/** The businesses of claims, after merges, in any state. */
export const readClaimedBusinesses = route({
  ...forModeration,
  method: 'POST',
  path: '/internal/claimed-businesses',
  body: z.strictObject({
    ids: z.array(businessId).check(z.maxLength(maxClaimedBusinesses)),
  }),
  response: z.strictObject({
    businesses: z.array(
      z.extend(businessLink, {
        website: z.nullable(z.string()),
        websiteSince: z.nullable(z.iso.datetime()),
        listed: z.boolean(),
        isMerged: z.boolean(),
      }),
    ),
  }),
})
export type ClaimedBusiness = z.output<typeof readClaimedBusinesses.response>['businesses'][number]

const codes = { service: 'auth', access: 'internal', callers: ['moderation'] } as const

/**
 * Mails a code that proves an address at the domain. The address is stored with the code only. A second call replaces
 * the code. Throws `invalid_request` for an address elsewhere, and `public_mail_provider`.
 */
export const sendClaimCode = route({
  ...codes,
  method: 'POST',
  path: '/internal/claim-codes',
  body: z.strictObject({
    claimId: z.uuid(),
    userId: z.uuid(),
    domain: z.string(),
    address: z.string(),
  }),
  status: 204,
  errors: ['public_mail_provider', 'too_many_requests'],
})

/** Compares a code, once. The domain is that of the address that got it. */
export const checkClaimCode = route({
  ...codes,
  method: 'POST',
  path: '/internal/claim-codes/check',
  body: z.strictObject({ claimId: z.uuid(), code: z.string() }),
  response: z.strictObject({ domain: z.string() }),
  errors: ['invalid_code', 'code_exhausted'],
})
