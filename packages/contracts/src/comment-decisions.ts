import * as z from 'zod/mini'
import { commentParams, commentState } from './comments.ts'
import {
  contentAppeals,
  contentDecision,
  contentDecisionRecord,
  contentDecisionRoute,
  contentFlagReport,
  contentReview,
  decidedSubmission,
  submissionOfContent,
} from './content-decisions.ts'
import { forModeration } from './for-moderation.ts'
import { type Route, route } from './route.ts'

/** A comment as administrators see it, in any state. */
export const adminComment = z.strictObject({
  id: z.uuid(),
  submission: submissionOfContent,
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
export const commentDecisionRecord = z.extend(contentDecisionRecord, {
  before: loggedComment,
  after: loggedComment,
})
export type CommentDecisionRecord = z.output<typeof commentDecisionRecord>

/** A comment with its open flags, newest first. */
export const flaggedComment = z.extend(adminComment, { flags: z.array(contentFlagReport) })
export type FlaggedComment = z.output<typeof flaggedComment>

export const reviewedComment = z.extend(flaggedComment, {
  ...contentReview,
  /** Newest first. */
  decisions: z.array(commentDecisionRecord),
})
export type ReviewedComment = z.output<typeof reviewedComment>

/** A comment in any state, with all its flags and appeals. */
export const reviewComment = route({
  service: 'moderation',
  method: 'GET',
  path: '/api/admin/comments/:id',
  access: 'admin',
  params: commentParams,
  response: z.extend(reviewedComment, contentAppeals),
  errors: ['comment_not_found'],
})

const decisionRoute = {
  ...contentDecisionRoute,
  params: commentParams,
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
  body: z.strictObject({ ...contentDecision, commentId: z.uuid() }),
  response: z.strictObject({
    ...decidedSubmission,
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
