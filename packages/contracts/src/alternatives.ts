import * as z from 'zod/mini'
import { appeal } from './appeals.ts'
import { commentFlagReport, loggedComment } from './comment-decisions.ts'
import { decisionKinds, decisionReason, expectedVersion, reasonCode } from './decisions.ts'
import { flagReason, flagReasonLimits } from './flags.ts'
import { forModeration } from './for-moderation.ts'
import { integerIn } from './paging.ts'
import { type Route, route } from './route.ts'
import { category, submissionId, submissionParams } from './submissions.ts'
import { line, lines } from './text.ts'

export const alternativeLimits = {
  name: { min: 1, max: 120 },
  link: { min: 1, max: 500 },
  /** Alternatives of a submission, and of one member about it. */
  ofSubmission: 100,
  ofMember: 5,
} as const

export const alternativesPageSize = 50

const alternativeState = z.enum(['shown', 'removed'])

/** What to use instead, proposed by a member. */
export const alternative = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  link: z.nullable(z.string()),
  author: z.nullable(z.strictObject({ username: z.string() })),
  createdAt: z.iso.datetime(),
  /** 'removed' by an administrator: only the author sees it. */
  state: alternativeState,
  /** The number of people who have marked it as helpful. */
  helpful: z.int(),
  /** Whether the caller has marked it; null for visitors. */
  ownHelpful: z.nullable(z.boolean()),
  /** Increases with every change. */
  version: z.int(),
})
export type Alternative = z.output<typeof alternative>

export const maxAlternativesPage = 100
const page = z._default(
  integerIn(1, maxAlternativesPage, `The page must be a number from 1 to ${maxAlternativesPage}.`),
  1,
)

/** Most helpful first, then oldest. With those of submissions that were merged into it, each name once, and the caller's own removed ones last. */
export const listAlternatives = route({
  service: 'catalog',
  method: 'GET',
  path: '/api/boycotts/:id/alternatives',
  access: 'public',
  params: submissionParams,
  query: z.strictObject({ page }),
  redirects: true,
  response: z.array(alternative),
  errors: ['submission_not_found'],
})

const link = line(alternativeLimits.link).check(
  z.refine((text: string) => isWebAddress(text), {
    error: 'Enter an address that begins with https:// or http://.',
  }),
)

function isWebAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false
  const { hostname, username } = new URL(text)
  return hostname.includes('.') && username === ''
}

export const postAlternative = route({
  service: 'catalog',
  method: 'POST',
  path: '/api/boycotts/:id/alternatives',
  access: 'signed-in',
  params: submissionParams,
  body: z.strictObject({
    name: line(alternativeLimits.name),
    link: z.optional(z.nullable(link)),
  }),
  response: alternative,
  status: 201,
  errors: [
    'account_suspended',
    'submission_not_found',
    'submission_merged',
    'discussion_locked',
    'already_proposed',
    'too_many_alternatives',
  ],
  limit: 'comments',
})

export const alternativeParams = z.strictObject({ id: z.uuid() })

/** For the member who proposed it. */
export const deleteAlternative = route({
  service: 'catalog',
  method: 'DELETE',
  path: '/api/alternatives/:id',
  access: 'signed-in',
  params: alternativeParams,
  status: 204,
  errors: ['account_suspended', 'forbidden', 'alternative_not_found'],
  limit: 'edits',
})

const mark = {
  service: 'catalog',
  path: '/api/alternatives/:id/helpful',
  access: 'signed-in',
  params: alternativeParams,
  response: alternative,
  limit: 'marks',
} as const

/** Repeating it changes nothing. */
export const markAlternative = route({
  ...mark,
  method: 'POST',
  errors: ['account_suspended', 'alternative_not_found', 'own_alternative', 'already_helpful'],
})

/** Also succeeds without a mark. */
export const unmarkAlternative = route({
  ...mark,
  method: 'DELETE',
  errors: ['account_suspended', 'alternative_not_found'],
})

/** At most one per member and alternative. */
export const flagAlternative = route({
  service: 'catalog',
  method: 'POST',
  path: '/api/alternatives/:id/flag',
  access: 'signed-in',
  params: alternativeParams,
  body: z.strictObject({
    reasonCode: z.optional(flagReason),
    reason: lines(flagReasonLimits),
  }),
  response: z.strictObject({ flagged: z.literal(true) }),
  status: 201,
  errors: ['account_suspended', 'alternative_not_found', 'already_flagged'],
  limit: 'flags',
})

/** An alternative as administrators see it, in any state. */
export const adminAlternative = z.strictObject({
  id: z.uuid(),
  submission: z.strictObject({
    id: submissionId,
    targetName: z.string(),
    category: z.nullable(category),
  }),
  name: z.string(),
  link: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  authorId: z.nullable(z.uuid()),
  author: z.nullable(z.strictObject({ username: z.string() })),
  state: alternativeState,
  /** Open flags. */
  flagCount: z.int(),
  version: z.int(),
})
export type AdminAlternative = z.output<typeof adminAlternative>

/** With its flags, newest first. `flaggedText` is the name and the link. */
export const flaggedAlternative = z.extend(adminAlternative, { flags: z.array(commentFlagReport) })
export type FlaggedAlternative = z.output<typeof flaggedAlternative>

/** A decision about an alternative as administrators see it. */
export const alternativeDecisionRecord = z.strictObject({
  decisionId: z.uuid(),
  kind: z.enum(decisionKinds),
  reasonCode: z.nullable(reasonCode),
  note: z.nullable(z.string()),
  moderator: z.strictObject({ id: z.uuid(), username: z.string() }),
  decidedAt: z.iso.datetime(),
})
export type AlternativeDecisionRecord = z.output<typeof alternativeDecisionRecord>

export const reviewedAlternative = z.extend(flaggedAlternative, {
  /** Newest first. */
  decisions: z.array(alternativeDecisionRecord),
  /** The open one. */
  appeal: z.nullable(appeal),
})
export type ReviewedAlternative = z.output<typeof reviewedAlternative>

/** An alternative in any state, with all its flags and appeals. */
export const reviewAlternative = route({
  service: 'moderation',
  method: 'GET',
  path: '/api/admin/alternatives/:id',
  access: 'admin',
  params: alternativeParams,
  response: z.extend(reviewedAlternative, {
    /** Open and settled, newest first. */
    appeals: z.array(appeal),
  }),
  errors: ['alternative_not_found'],
})

/** In effect when the response arrives. An `Idempotency-Key` (a UUID) becomes the decision's id. */
const decisionRoute = {
  service: 'moderation',
  method: 'POST',
  access: 'admin',
  params: alternativeParams,
  body: z._default(z.strictObject({ ...decisionReason, expectedVersion }), {}),
  response: z.strictObject({ decisionId: z.uuid(), alternative: adminAlternative }),
  errors: [
    'alternative_not_found',
    'decision_conflict',
    'idempotency_mismatch',
    'other_admin_needed',
  ],
} as const satisfies Omit<Route, 'path'>

export const removeAlternative = route({
  ...decisionRoute,
  path: '/api/admin/alternatives/:id/remove',
})

/** Closes the open flags and shows the alternative again. */
export const approveAlternative = route({
  ...decisionRoute,
  path: '/api/admin/alternatives/:id/approve',
})

/** Applies a decision in one transaction, under its id: a repeated call returns the first result. */
export const applyAlternativeDecision = route({
  ...forModeration,
  method: 'POST',
  path: '/internal/alternative-decisions',
  body: z.strictObject({
    decisionId: z.uuid(),
    alternativeId: z.uuid(),
    action: z.enum(['approve', 'remove']),
    reasonCode: z.nullable(reasonCode),
    expectedVersion,
  }),
  response: z.strictObject({
    submissionId,
    category: z.nullable(category),
    before: loggedComment,
    after: loggedComment,
    /** As it is now; null if it was deleted since. */
    alternative: z.nullable(adminAlternative),
  }),
  errors: ['alternative_not_found', 'decision_conflict'],
})

/** An alternative in any state, with its flags, open and closed. */
export const readAnyAlternative = route({
  ...forModeration,
  method: 'GET',
  path: '/internal/review/alternatives/:id',
  params: alternativeParams,
  response: flaggedAlternative,
  errors: ['alternative_not_found'],
})
