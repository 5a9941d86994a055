import * as z from 'zod/mini'
import { appeal } from './appeals.ts'
import { decisionKinds, decisionReason, expectedVersion, reasonCode } from './decisions.ts'
import { flagReason } from './flags.ts'
import { forModeration } from './for-moderation.ts'
import { pageQuery } from './paging.ts'
import { response, responseParams, responseState } from './responses.ts'
import { type Route, route } from './route.ts'
import { category, submissionId } from './submissions.ts'

/** A response as administrators see it, in any state. */
export const adminResponse = z.extend(response, {
  submission: z.strictObject({
    id: submissionId,
    targetName: z.string(),
    category: z.nullable(category),
  }),
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

/** A flag of a response without its reporter. */
export const responseFlagReport = z.strictObject({
  id: z.uuid(),
  reasonCode: z.nullable(flagReason),
  reason: z.string(),
  createdAt: z.iso.datetime(),
  /** Time of the decision that closed it. */
  closedAt: z.nullable(z.iso.datetime()),
  /** The response at the time of the flag. */
  flaggedText: z.string(),
})

export const flaggedResponse = z.extend(adminResponse, { flags: z.array(responseFlagReport) })
export type FlaggedResponse = z.output<typeof flaggedResponse>

const decisionRecord = z.strictObject({
  decisionId: z.uuid(),
  kind: z.enum(decisionKinds),
  reasonCode: z.nullable(reasonCode),
  note: z.nullable(z.string()),
  moderator: z.strictObject({ id: z.uuid(), username: z.string() }),
  decidedAt: z.iso.datetime(),
})
export type ResponseDecisionRecord = z.output<typeof decisionRecord>

export const reviewedResponse = z.extend(flaggedResponse, {
  /** Newest first. */
  decisions: z.array(decisionRecord),
  /** The open one. */
  appeal: z.nullable(appeal),
})
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
  response: z.extend(reviewedResponse, {
    /** Open and settled, newest first. */
    appeals: z.array(appeal),
  }),
  errors: ['response_not_found'],
})

const decision = {
  service: 'moderation',
  method: 'POST',
  access: 'admin',
  params: responseParams,
  body: z._default(z.strictObject({ ...decisionReason, expectedVersion }), {}),
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
  body: z.strictObject({
    decisionId: z.uuid(),
    responseId: z.uuid(),
    action: z.enum(['approve', 'remove']),
    reasonCode: z.nullable(reasonCode),
    expectedVersion,
  }),
  response: z.strictObject({
    submissionId,
    category: z.nullable(category),
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
