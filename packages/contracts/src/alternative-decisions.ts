import * as z from 'zod/mini'
import { alternativeParams, alternativeState } from './alternatives.ts'
import { loggedComment } from './comment-decisions.ts'
import {
  contentAppeals,
  contentDecision,
  contentDecisionRoute,
  contentFlagReport,
  contentReview,
  decidedSubmission,
  submissionOfContent,
} from './content-decisions.ts'
import { forModeration } from './for-moderation.ts'
import { type Route, route } from './route.ts'

/** An alternative as administrators see it, in any state. */
export const adminAlternative = z.strictObject({
  id: z.uuid(),
  submission: submissionOfContent,
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
export const flaggedAlternative = z.extend(adminAlternative, { flags: z.array(contentFlagReport) })
export type FlaggedAlternative = z.output<typeof flaggedAlternative>

export const reviewedAlternative = z.extend(flaggedAlternative, contentReview)
export type ReviewedAlternative = z.output<typeof reviewedAlternative>

/** An alternative in any state, with all its flags and appeals. */
export const reviewAlternative = route({
  service: 'moderation',
  method: 'GET',
  path: '/api/admin/alternatives/:id',
  access: 'admin',
  params: alternativeParams,
  response: z.extend(reviewedAlternative, contentAppeals),
  errors: ['alternative_not_found'],
})

const decisionRoute = {
  ...contentDecisionRoute,
  params: alternativeParams,
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
  body: z.strictObject({ ...contentDecision, alternativeId: z.uuid() }),
  response: z.strictObject({
    ...decidedSubmission,
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
