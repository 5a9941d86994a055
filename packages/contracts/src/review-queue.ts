import * as z from 'zod/mini'
import { flaggedAlternative, reviewedAlternative } from './alternatives.ts'
import { flaggedComment, reviewedComment } from './comment-decisions.ts'
import { forModeration } from './for-moderation.ts'
import { adminNotice } from './notices.ts'
import { pageQuery } from './paging.ts'
import { reviewedSubmission } from './review.ts'
import { flaggedSubmission, maxAppealed } from './review-internal.ts'
import { route } from './route.ts'
import { submissionId } from './submissions.ts'

export const queueKinds = ['all', 'submissions', 'comments', 'alternatives', 'notices'] as const
export type QueueKind = (typeof queueKinds)[number]

const queueKind = z.enum(queueKinds, {
  error: `The kind must be one of ${queueKinds.join(', ')}.`,
})

export const queueEntry = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('submission'), submission: reviewedSubmission }),
  z.strictObject({ kind: z.literal('comment'), comment: reviewedComment }),
  z.strictObject({ kind: z.literal('notice'), notice: adminNotice }),
  z.strictObject({ kind: z.literal('alternative'), alternative: reviewedAlternative }),
])
export type QueueEntry = z.output<typeof queueEntry>

/** Notices, oldest first, then flagged alternatives and flagged or appealed submissions and comments: most flags first, then oldest. */
export const listQueue = route({
  service: 'moderation',
  method: 'GET',
  path: '/api/admin/queue',
  access: 'admin',
  query: z.strictObject({ kind: z._default(queueKind, 'all'), ...pageQuery }),
  response: z.array(queueEntry),
})

export const flaggedEntry = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('submission'), submission: flaggedSubmission }),
  z.strictObject({ kind: z.literal('comment'), comment: flaggedComment }),
  z.strictObject({ kind: z.literal('alternative'), alternative: flaggedAlternative }),
])
export type FlaggedEntry = z.output<typeof flaggedEntry>

/** Flagged submissions and comments and those in `alsoIds` and `alsoCommentIds`: most flags first, then oldest. */
export const pageEntries = route({
  ...forModeration,
  method: 'POST',
  path: '/internal/review/entries',
  body: z.strictObject({
    kind: queueKind,
    alsoIds: z.array(submissionId).check(z.maxLength(maxAppealed)),
    alsoCommentIds: z.array(z.uuid()).check(z.maxLength(maxAppealed)),
    /** Entries of other services that precede these on the pages. */
    preceding: z.optional(z.int().check(z.gte(0))),
    page: z.int().check(z.gte(1)),
    limit: z.int().check(z.gte(1), z.lte(50)),
  }),
  response: z.strictObject({ entries: z.array(flaggedEntry), total: z.int() }),
  maxBodyBytes: 65_536,
})
