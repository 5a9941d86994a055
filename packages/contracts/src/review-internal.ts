import * as z from 'zod/mini'
import { userChanged } from './events.ts'
import { forModeration } from './for-moderation.ts'
import { heldVotes } from './held-votes.ts'
import { pageQuery } from './paging.ts'
import { flagReport, rankPreview, rankQuery, submissionSearch } from './review.ts'
import { route } from './route.ts'
import { adminSubmission, submissionParams } from './submissions.ts'

export const countForReview = route({
  ...forModeration,
  method: 'GET',
  path: '/internal/review/counts',
  query: z.strictObject({
    /** Number of open flags from which a submission is pending. */
    threshold: z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number)),
  }),
  response: z.strictObject({ submissions: z.int(), flagged: z.int(), pending: z.int() }),
})

export const flaggedSubmission = z.extend(adminSubmission, { flags: z.array(flagReport) })
export type FlaggedSubmission = z.output<typeof flaggedSubmission>

/** Maximum number of appealed entries in a queue. */
export const maxAppealed = 1_000

export const searchSubmissions = route({
  ...forModeration,
  method: 'GET',
  path: '/internal/review/submissions',
  query: submissionSearch,
  response: z.strictObject({ submissions: z.array(adminSubmission), total: z.int() }),
})

export const readAnySubmission = route({
  ...forModeration,
  method: 'GET',
  path: '/internal/review/submissions/:id',
  params: submissionParams,
  response: flaggedSubmission,
  errors: ['submission_not_found'],
})

export const rankSubmission = route({
  ...forModeration,
  method: 'GET',
  path: '/internal/review/submissions/:id/rank',
  params: submissionParams,
  query: rankQuery,
  response: rankPreview,
  errors: ['submission_not_found'],
})

export const activity = z.strictObject({
  submissionCount: z.int(),
  commentCount: z.int(),
  voteCount: z.int(),
  flagCount: z.int(),
})
export type Activity = z.output<typeof activity>

/** Activity of accounts, in the order of the requested ids. */
export const countActivity = route({
  ...forModeration,
  method: 'POST',
  path: '/internal/authors/activity',
  body: z.strictObject({ authorIds: z.array(z.uuid()).check(z.maxLength(50)) }),
  response: z.array(activity),
})

/** Submissions with held votes or a burst, latest first. */
export const pageHeldVotes = route({
  ...forModeration,
  method: 'GET',
  path: '/internal/review/held-votes',
  query: z.strictObject(pageQuery),
  response: z.strictObject({ submissions: z.array(heldVotes), total: z.int() }),
})

/** Voids the votes and joins of a suspended account, under the decision's id. */
export const applyVoidAccountVotes = route({
  ...forModeration,
  method: 'POST',
  path: '/internal/authors/void-votes',
  body: z.strictObject({ decisionId: z.uuid(), accountId: z.uuid() }),
  response: z.strictObject({ voteCount: z.int(), participationCount: z.int() }),
  errors: ['account_not_suspended'],
})

/** Applies a suspension at once, which the event with the same content would apply later. */
export const writeAuthorState = route({
  ...forModeration,
  method: 'POST',
  path: '/internal/authors/state',
  body: userChanged.payload,
  status: 204,
})
