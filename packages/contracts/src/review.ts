import * as z from 'zod/mini'
import { appeal } from './appeals.ts'
import { boostLimits, decisionRecord } from './decisions.ts'
import { flagReason } from './flags.ts'
import { mergeRecord } from './merges.ts'
import { integerIn, pageQuery } from './paging.ts'
import { route } from './route.ts'
import { adminSubmission, submissionId, submissionParams } from './submissions.ts'
import { line } from './text.ts'

/** A flag without its reporter. */
export const flagReport = z.strictObject({
  id: z.uuid(),
  /** Null if the reporter chose none. */
  reasonCode: z.nullable(flagReason),
  reason: z.string(),
  createdAt: z.iso.datetime(),
  /** Time of the decision that closed it. */
  closedAt: z.nullable(z.iso.datetime()),
  /** The submission at the time of the flag. */
  flaggedText: z.strictObject({
    targetName: z.string(),
    location: z.string(),
    reasons: z.string(),
    sources: z.nullable(z.string()),
  }),
})
export type FlagReport = z.output<typeof flagReport>

/** Maximum flags of a queue entry, newest first; `flagCount` counts all open ones. */
export const queueFlagLimit = 10
/** The same for a single submission, including closed flags. */
export const reviewFlagLimit = 200

export const moderationStats = z.strictObject({
  /** In any state. */
  totalSubmissions: z.int(),
  /** Submissions and comments with at least FLAG_REVIEW_THRESHOLD open flags, or an open appeal. */
  pendingReview: z.int(),
  totalUsers: z.int(),
  /** Submissions and comments in public view with an open flag. */
  flaggedContent: z.int(),
})

export const readStats = route({
  service: 'moderation',
  method: 'GET',
  path: '/api/admin/stats',
  access: 'admin',
  response: moderationStats,
})

export const reviewedSubmission = z.extend(adminSubmission, {
  flags: z.array(flagReport),
  /** Newest first. */
  decisions: z.array(decisionRecord),
  /** The open one. */
  appeal: z.nullable(appeal),
})
export type ReviewedSubmission = z.output<typeof reviewedSubmission>

/** What every entry of the queue says besides its content. */
export const waiting = {
  /** Since the first open flag, the appeal, the notice or its objection, the suggestion, the report or the claim. */
  waitingSince: z.iso.datetime(),
  /** Usernames of other administrators who work on it now. */
  openBy: z.array(z.string()),
}

/** Flagged or appealed submissions: most flags first, then oldest. */
export const listFlagged = route({
  service: 'moderation',
  method: 'GET',
  path: '/api/admin/flagged',
  access: 'admin',
  query: z.strictObject(pageQuery),
  response: z.array(z.extend(reviewedSubmission, waiting)),
})

/** 'flagged': in public view with an open flag. */
export const submissionStates = [
  'all',
  'public',
  'flagged',
  'removed',
  'merged',
  'boosted',
] as const
/** 'top' orders by score and boost. */
export const reviewSorts = ['newest', 'oldest', 'top'] as const

/** Words or their prefixes, in any order. */
export const searchText = z.optional(line({ min: 0, max: 200 }))

export const submissionSearch = z.strictObject({
  /** Accepts an id too. */
  search: searchText,
  state: z._default(z.enum(submissionStates), 'all'),
  sort: z._default(z.enum(reviewSorts), 'newest'),
  ...pageQuery,
})

export const listAllSubmissions = route({
  service: 'moderation',
  method: 'GET',
  path: '/api/admin/submissions',
  access: 'admin',
  query: submissionSearch,
  response: z.array(adminSubmission),
})

export const reviewSubmission = route({
  service: 'moderation',
  method: 'GET',
  path: '/api/admin/submissions/:id',
  access: 'admin',
  params: submissionParams,
  response: z.extend(reviewedSubmission, {
    /** The decisions that set a boost, newest first. */
    boosts: z.array(decisionRecord),
    /** Open and settled, newest first. */
    appeals: z.array(appeal),
    /** Its merges that are not undone, newest first. */
    merges: z.array(mergeRecord),
  }),
  errors: ['submission_not_found'],
})

/** Rank in an order of the feed, from 1; null if it is not in the feed. */
const place = z.nullable(z.int())

export const rankPreview = z.strictObject({
  submissionId,
  /** In the feed. */
  total: z.int(),
  currentBoost: z.int(),
  /** The previewed boost. */
  boost: z.int(),
  hot: z.strictObject({ now: place, boosted: place }),
  top: z.strictObject({ now: place, boosted: place }),
})
export type RankPreview = z.output<typeof rankPreview>

export const rankQuery = z.strictObject({
  boost: z._default(
    integerIn(
      boostLimits.min,
      boostLimits.max,
      'The boost must be a whole number between −1,000,000 and 1,000,000.',
    ),
    0,
  ),
})

export const previewRank = route({
  service: 'moderation',
  method: 'GET',
  path: '/api/admin/submissions/:id/rank',
  access: 'admin',
  params: submissionParams,
  query: rankQuery,
  response: rankPreview,
  errors: ['submission_not_found'],
})
