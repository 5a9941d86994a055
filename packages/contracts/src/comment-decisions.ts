import * as z from 'zod/mini'
import { appeal } from './appeals.ts'
import { commentParams, commentState } from './comments.ts'
import { decisionKinds, decisionReason, expectedVersion, reasonCode } from './decisions.ts'
import { flagReason } from './flags.ts'
import { forModeration } from './for-moderation.ts'
import { type Route, route } from './route.ts'
import { category, submissionId } from './submissions.ts'

/** A comment as administrators see it, in any state. */
export const adminComment = z.strictObject({
  id: z.uuid(),
  submission: z.strictObject({
    id: submissionId,
    targetName: z.string(),
    category: z.nullable(category),
  }),
  /** Also of a removed comment; empty if the author has deleted it. */
  content: z.string(),
  createdAt: z.iso.datetime(),
  editedAt: z.nullable(z.iso.datetime()),
  authorId: z.nullable(z.uuid()),
  author: z.nullable(z.strictObject({ username: z.string() })),
  parentId: z.nullable(z.uuid()),
  state: commentState,
  /** Open flags. */
  flagCount: z.int(),
  version: z.int(),
})
export type AdminComment = z.output<typeof adminComment>

/** The state of a comment in the log, before and after a decision. */
export const loggedComment = z.strictObject({
  state: commentState,
  flagCount: z.int(),
  version: z.int(),
})
export type LoggedComment = z.output<typeof loggedComment>

/** A decision about a comment as administrators see it. */
export const commentDecisionRecord = z.strictObject({
  decisionId: z.uuid(),
  kind: z.enum(decisionKinds),
  reasonCode: z.nullable(reasonCode),
  note: z.nullable(z.string()),
  moderator: z.strictObject({ id: z.uuid(), username: z.string() }),
  decidedAt: z.iso.datetime(),
  before: loggedComment,
  after: loggedComment,
})
export type CommentDecisionRecord = z.output<typeof commentDecisionRecord>

/** A flag of a comment without its reporter. */
export const commentFlagReport = z.strictObject({
  id: z.uuid(),
  reasonCode: z.nullable(flagReason),
  reason: z.string(),
  createdAt: z.iso.datetime(),
  /** Time of the decision that closed it. */
  closedAt: z.nullable(z.iso.datetime()),
  /** The comment at the time of the flag. */
  flaggedText: z.string(),
})
export type CommentFlagReport = z.output<typeof commentFlagReport>

/** A comment with its open flags, newest first. */
export const flaggedComment = z.extend(adminComment, { flags: z.array(commentFlagReport) })
export type FlaggedComment = z.output<typeof flaggedComment>

export const reviewedComment = z.extend(flaggedComment, {
  /** Newest first. */
  decisions: z.array(commentDecisionRecord),
  /** The open one. */
  appeal: z.nullable(appeal),
})
export type ReviewedComment = z.output<typeof reviewedComment>

/** A comment in any state, with all its flags and appeals. */
export const reviewComment = route({
  service: 'moderation',
  method: 'GET',
  path: '/api/admin/comments/:id',
  access: 'admin',
  params: commentParams,
  response: z.extend(reviewedComment, {
    /** Open and settled, newest first. */
    appeals: z.array(appeal),
  }),
  errors: ['comment_not_found'],
})

/** In effect when the response arrives. An `Idempotency-Key` (a UUID) becomes the decision's id. */
const decisionRoute = {
  service: 'moderation',
  method: 'POST',
  access: 'admin',
  params: commentParams,
  body: z._default(z.strictObject({ ...decisionReason, expectedVersion }), {}),
  response: z.strictObject({ decisionId: z.uuid(), comment: adminComment }),
  errors: ['comment_not_found', 'decision_conflict', 'idempotency_mismatch'],
} as const satisfies Omit<Route, 'path'>

/** Replaces the comment with a line that names the reason. Its replies stay. */
export const removeComment = route({ ...decisionRoute, path: '/api/admin/comments/:id/remove' })

/**
 * Closes the open flags and shows the comment again. Fails with `comment_changed` if the author has changed the text
 * after `expectedVersion`.
 */
export const approveComment = route({
  ...decisionRoute,
  path: '/api/admin/comments/:id/approve',
  errors: [...decisionRoute.errors, 'other_admin_needed', 'comment_changed'],
})

/**
 * Applies a decision about a comment in one transaction, under the decision's id: a repeated call returns the first
 * result.
 */
export const applyCommentDecision = route({
  ...forModeration,
  method: 'POST',
  path: '/internal/comment-decisions',
  body: z.strictObject({
    decisionId: z.uuid(),
    commentId: z.uuid(),
    action: z.enum(['approve', 'remove']),
    reasonCode: z.nullable(reasonCode),
    expectedVersion,
  }),
  response: z.strictObject({
    submissionId,
    category: z.nullable(category),
    before: loggedComment,
    after: loggedComment,
    /** As it is now; null if it was deleted with its author's account since. */
    comment: z.nullable(adminComment),
  }),
  errors: ['comment_not_found', 'decision_conflict', 'comment_changed'],
})

/** A comment in any state, with its flags, open and closed. */
export const readAnyComment = route({
  ...forModeration,
  method: 'GET',
  path: '/internal/review/comments/:id',
  params: commentParams,
  response: flaggedComment,
  errors: ['comment_not_found'],
})
