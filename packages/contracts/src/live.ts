import * as z from 'zod/mini'
import { submissionId } from './submissions.ts'

export const livePath = '/ws'

/**
 * What an open page is told. Without numbers (after a decision, or for a new submission) the page
 * refetches; with them it changes them in place when `version` is newer than what it shows.
 */
export const liveMessage = z.strictObject({
  type: z.literal('VOTE_UPDATE'),
  submissionId,
  version: z.int(),
  score: z.optional(z.int()),
  commentCount: z.optional(z.int()),
})
export type LiveMessage = z.output<typeof liveMessage>
