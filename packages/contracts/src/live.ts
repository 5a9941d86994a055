import * as z from 'zod/mini'
import { commentState } from './comments.ts'
import { submissionId } from './submissions.ts'

export const livePath = '/ws'

/** A part of the page of a submission that is read on its own. */
export const liveSection = z.enum(['response', 'alternatives', 'timeline'])
export type LiveSection = z.output<typeof liveSection>

/**
 * A message to an open page. Without numbers (after a decision, or for a new submission) the page
 * refetches all; with numbers it updates them in place if `version` is newer, and refetches `sections`.
 */
export const liveMessage = z.strictObject({
  type: z.literal('VOTE_UPDATE'),
  submissionId,
  version: z.int(),
  score: z.optional(z.int()),
  commentCount: z.optional(z.int()),
  participantCount: z.optional(z.int()),
  sections: z.optional(z.array(liveSection)),
})
export type LiveMessage = z.output<typeof liveMessage>

/** The number of the member's unread notices. Only pages of that member receive it. */
export const unreadMessage = z.strictObject({ type: z.literal('UNREAD'), unread: z.int() })
export type UnreadMessage = z.output<typeof unreadMessage>

/**
 * A comment was written, edited, deleted, removed or restored. The page hides the text of one that is no longer
 * shown, and refetches the comments.
 */
export const commentMessage = z.strictObject({
  type: z.literal('COMMENT_UPDATE'),
  submissionId,
  commentId: z.uuid(),
  state: commentState,
})
export type CommentMessage = z.output<typeof commentMessage>

/** Every message that a page receives. */
export type PageMessage = LiveMessage | CommentMessage | UnreadMessage
