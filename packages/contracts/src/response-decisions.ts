import * as z from 'zod/mini'
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
import { pageQuery } from './paging.ts'
import { response, responseParams, responseState } from './responses.ts'
import { type Route, route } from './route.ts'
import { submissionId } from './submissions.ts'

/** A response as administrators see it, in any state. */
export const adminResponse = z.extend(response, {
  submission: submissionOfContent,
  /** The member who wrote the current text; null after the account was deleted. */
  authorId: z.nullable(z.uuid()),
  author: z.nullable(z.strictObject({ username: z.string() })),
  /** Open flags. */
  flagCount: z.int(),
})
export type AdminResponse = z.output<typeof adminResponse>

/** The state of a response in the log, before and after a decision. */
export const loggedResponse = z.strictObject({
  state: responseState,
  flagCount: z.int(),
  version: z.int(),
})
export type LoggedResponse = z.output<typeof loggedResponse>

export const flaggedResponse = z.extend(adminResponse, { flags: z.array(contentFlagReport) })
export type FlaggedResponse = z.output<typeof flaggedResponse>

export const reviewedResponse = z.extend(flaggedResponse, contentReview)
export type ReviewedResponse = z.output<typeof reviewedResponse>

const responsesQuery = z.strictObject({
  ...pageQuery,
  state: z._default(z.enum(['flagged', 'removed', 'all']), 'flagged'),
})

/** Flagged responses in view, most flags first; removed ones; or all, newest first. */
export const listResponses = route({
  service: 'moderation',
  method: 'GET',
  path: '/api/admin/responses',
  access: 'admin',
  query: responsesQuery,
  response: z.array(reviewedResponse),
})

/** A response in any state, with all its flags and appeals. */
export const reviewResponse = route({
  service: 'moderation',
  method: 'GET',
  path: '/api/admin/responses/:id',
  access: 'admin',
  params: responseParams,
  response: z.extend(reviewedResponse, contentAppeals),
  errors: ['response_not_found'],
})

const decision = {
  ...contentDecisionRoute,
  params: responseParams,
  response: z.strictObject({ decisionId: z.uuid(), response: adminResponse }),
  errors: ['response_not_found', 'decision_conflict', 'idempotency_mismatch'],
} as const satisfies Omit<Route, 'path'>

/** Replaces the response with a line that names the reason. */
export const removeResponse = route({ ...decision, path: '/api/admin/responses/:id/remove' })

/**
 * Closes the open flags and shows the response again. Fails with `response_changed` if its text was changed after
 * `expectedVersion`.
 */
export const approveResponse = route({
  ...decision,
  path: '/api/admin/responses/:id/approve',
  errors: [...decision.errors, 'other_admin_needed', 'response_changed'],
})

/**
 * Applies a decision about a response in one transaction, under the decision's id: a repeated call returns the first
 * result.
 */
export const applyResponseDecision = route({
  ...forModeration,
  method: 'POST',
  path: '/internal/response-decisions',
  body: z.strictObject({ ...contentDecision, responseId: z.uuid() }),
  response: z.strictObject({
    ...decidedSubmission,
    before: loggedResponse,
    after: loggedResponse,
    response: adminResponse,
  }),
  errors: ['response_not_found', 'decision_conflict', 'response_changed'],
})

/** Responses for administrators, with their flags. */
export const pageResponses = route({
  ...forModeration,
  method: 'GET',
  path: '/internal/review/responses',
  query: z.extend(responsesQuery, { submission: z.optional(submissionId) }),
  response: z.strictObject({ responses: z.array(flaggedResponse), total: z.int() }),
})

/** A response in any state, with its flags, open and closed. */
export const readAnyResponse = route({
  ...forModeration,
  method: 'GET',
  path: '/internal/review/responses/:id',
  params: responseParams,
  response: flaggedResponse,
  errors: ['response_not_found'],
})
