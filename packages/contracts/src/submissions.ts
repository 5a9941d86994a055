import * as z from 'zod/mini'
import { businessId, businessLink } from './business-link.ts'
import { pageQuery } from './paging.ts'
import { countryCode, placeId } from './places.ts'
import { route } from './route.ts'
import { newSourceDetails } from './source-details.ts'
import { line, lines } from './text.ts'

export const sorts = ['hot', 'new', 'top'] as const
export type Sort = (typeof sorts)[number]

/** The age of the submissions in a list: at most `periodDays`, or any. */
export const periods = ['day', 'week', 'month', 'year', 'all'] as const
export type Period = (typeof periods)[number]

/** The length of each period. */
export const periodDays: Readonly<Record<Exclude<Period, 'all'>, number>> = {
  day: 1,
  week: 7,
  month: 30,
  year: 365,
}

/** Value and label of every category, in the order of the select. */
export const categories = {
  business: 'Business/Company',
  product: 'Product',
  service: 'Service',
  brand: 'Brand',
  organization: 'Organization',
  platform: 'Platform/App',
  media: 'Media/Entertainment',
  'food-beverage': 'Food & Beverage',
  technology: 'Technology',
  fashion: 'Fashion',
  other: 'Other',
} as const
export type Category = keyof typeof categories

/** Label of each status of a boycott. Lists show none while it is proposed. */
export const statuses = {
  proposed: 'Proposed',
  active: 'Active',
  responded: 'Responded',
  met: 'Met',
  'partly-met': 'Partly met',
  ended: 'Ended',
  stale: 'Stale',
} as const
export type Status = keyof typeof statuses
export const status = z.enum(Object.keys(statuses) as [Status, ...Status[]])

export const submissionLimits = {
  targetName: { min: 1, max: 120 },
  location: { min: 1, max: 120 },
  reasons: { min: 1, max: 5_000 },
  sources: { min: 0, max: 2_000 },
  demand: { min: 0, max: 500 },
} as const

export const submissionIdPattern = /^[0-9A-Za-z]{8}$/
export const submissionId = z
  .string()
  .check(z.regex(submissionIdPattern, { error: 'This is not a submission ID.' }))
export const submissionParams = z.strictObject({ id: submissionId })

export const category = z.enum(Object.keys(categories) as [Category, ...Category[]])
export const voteValue = z.literal([1, -1])
export type VoteValue = z.output<typeof voteValue>

export const submission = z.strictObject({
  id: submissionId,
  targetName: z.string(),
  business: businessLink,
  location: z.string(),
  /** Null if the location names no single country, or none that is recognised. */
  country: z.nullable(countryCode),
  category: z.nullable(category),
  reasons: z.string(),
  sources: z.nullable(z.string()),
  /** What would end the boycott. */
  demand: z.nullable(z.string()),
  status,
  embedUrl: z.nullable(z.string()),
  embedType: z.nullable(z.enum(['youtube', 'tiktok', 'twitter'])),
  /** Null after the author has deleted the account; the page shows 'Unknown'. */
  authorId: z.nullable(z.uuid()),
  author: z.nullable(z.strictObject({ username: z.string() })),
  score: z.int(),
  superBoost: z.int(),
  flagged: z.boolean(),
  approved: z.boolean(),
  commentCount: z.int(),
  /** The number of people who take part. */
  participantCount: z.int(),
  /** Nobody can add comments. */
  discussionLocked: z.boolean(),
  /** The caller's own vote: 1, -1 or null. */
  userVote: z.nullable(voteValue),
  /** Whether the caller takes part. */
  ownParticipation: z.boolean(),
  /** Increases with every change; of two responses the higher one is newer. */
  version: z.int(),
  /** Votes of many new accounts are held for an administrator. */
  unusualActivity: z.boolean(),
  createdAt: z.iso.datetime(),
  /** The latest change of the text that kept the former one as a version. */
  editedAt: z.nullable(z.iso.datetime()),
})
export type Submission = z.output<typeof submission>

/** A submission as administrators see it, in any state. */
export const adminSubmission = z.extend(submission, {
  /** Open flags. */
  flagCount: z.int(),
  /** Number of held votes. */
  heldVotes: z.int(),
  /** Number of held joins. */
  heldParticipations: z.int(),
  /** The submission that it was merged into. */
  mergedInto: z.nullable(submissionId),
})
export type AdminSubmission = z.output<typeof adminSubmission>

export const listSubmissions = route({
  service: 'catalog',
  method: 'GET',
  path: '/api/boycotts',
  access: 'public',
  query: z.strictObject({
    ...pageQuery,
    sort: z._default(z.enum(sorts, { error: 'The sort must be hot, new or top.' }), 'hot'),
    category: z.optional(category),
    country: z.optional(countryCode),
    status: z.optional(status),
    business: z.optional(businessId),
    period: z.optional(z.enum(periods)),
  }),
  response: z.array(submission),
})

export const submitBoycott = route({
  service: 'catalog',
  method: 'POST',
  path: '/api/boycotts',
  access: 'signed-in',
  body: z.strictObject({
    targetName: line(submissionLimits.targetName),
    /**
     * The business that the author chose, after merges. It must have the target name among its names and
     * aliases. Without it, the name decides.
     */
    businessId: z.optional(businessId),
    location: line(submissionLimits.location),
    /** The chosen place of the location; without it, the location is recognised where possible. */
    placeId: z.optional(z.nullable(placeId)),
    category: z.optional(z.nullable(category)),
    reasons: lines(submissionLimits.reasons),
    sources: z.optional(z.nullable(lines(submissionLimits.sources))),
    /** About links in the sources. */
    sourceDetails: z.optional(newSourceDetails),
    /** What would end the boycott, with the marks of reasons. */
    demand: z.optional(z.nullable(lines(submissionLimits.demand))),
  }),
  response: submission,
  status: 201,
  errors: ['account_suspended', 'business_mismatch', 'idempotency_mismatch'],
  maxBodyBytes: 32_768,
  limit: 'submissions',
})

/** A merged submission redirects with status 301. */
export const readSubmission = route({
  service: 'catalog',
  method: 'GET',
  path: '/api/boycotts/:id',
  access: 'public',
  params: submissionParams,
  response: submission,
  redirects: true,
  errors: ['submission_not_found'],
})
