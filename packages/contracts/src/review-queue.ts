import * as z from 'zod/mini'
import { flaggedAlternative, reviewedAlternative } from './alternative-decisions.ts'
import { adminSuggestion } from './business-decisions.ts'
import { adminClaim } from './claims.ts'
import { flaggedComment, reviewedComment } from './comment-decisions.ts'
import { forModeration } from './for-moderation.ts'
import { adminNotice } from './notices.ts'
import { pageQuery } from './paging.ts'
import { flaggedResponse, reviewedResponse } from './response-decisions.ts'
import { reviewedSubmission, waiting } from './review.ts'
import { flaggedSubmission, maxAppealed } from './review-internal.ts'
import { route } from './route.ts'
import { submissionId } from './submissions.ts'
import { adminUpdate } from './update-decisions.ts'

export const queueKinds = [
  'all',
  'submissions',
  'comments',
  'responses',
  'alternatives',
  'suggestions',
  'updates',
  'claims',
  'notices',
] as const
export type QueueKind = (typeof queueKinds)[number]

const queueKind = z.enum(queueKinds, {
  error: `The kind must be one of ${queueKinds.join(', ')}.`,
})

/**
 * 'urgent': notices, then most flags first, then those that have waited longest. 'oldest': those that have waited
 * longest.
 */
export const queueSorts = ['urgent', 'oldest'] as const
export type QueueSort = (typeof queueSorts)[number]

const queueSort = z.enum(queueSorts, {
  error: `The sort must be one of ${queueSorts.join(', ')}.`,
})

export const queueEntry = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('submission'), ...waiting, submission: reviewedSubmission }),
  z.strictObject({ kind: z.literal('comment'), ...waiting, comment: reviewedComment }),
  z.strictObject({ kind: z.literal('response'), ...waiting, response: reviewedResponse }),
  z.strictObject({ kind: z.literal('alternative'), ...waiting, alternative: reviewedAlternative }),
  z.strictObject({ kind: z.literal('suggestion'), ...waiting, suggestion: adminSuggestion }),
  z.strictObject({ kind: z.literal('update'), ...waiting, update: adminUpdate }),
  z.strictObject({ kind: z.literal('claim'), ...waiting, claim: adminClaim }),
  z.strictObject({ kind: z.literal('notice'), ...waiting, notice: adminNotice }),
])
export type QueueEntry = z.output<typeof queueEntry>
export type QueueEntryKind = QueueEntry['kind']

/** Everything that waits for a decision of an administrator. */
export const listQueue = route({
  service: 'moderation',
  method: 'GET',
  path: '/api/admin/queue',
  access: 'admin',
  query: z.strictObject({
    kind: z._default(queueKind, 'all'),
    sort: z._default(queueSort, 'urgent'),
    ...pageQuery,
  }),
  response: z.array(queueEntry),
})

const entryId = z.string().check(z.regex(/^[0-9A-Za-z-]{8,36}$/))

/** For how long an entry counts as open after the last call. */
export const openEntrySeconds = 60

/**
 * The entries that the caller works on now, which other administrators see in their queue. Replaces those of the last
 * call. Has no other effect.
 */
export const openEntries = route({
  service: 'moderation',
  method: 'PUT',
  path: '/api/admin/queue/open',
  access: 'admin',
  // Decides nothing.
  needsConfirmation: false,
  body: z.strictObject({
    ids: z.array(entryId).check(z.maxLength(50, { error: 'Please open at most 50 entries.' })),
  }),
  status: 204,
})

/** The kinds of entries that catalog owns. */
const ownedKinds = [
  'submission',
  'comment',
  'response',
  'alternative',
  'suggestion',
  'update',
] as const
export type OwnedKind = (typeof ownedKinds)[number]

/** An entry that moderation knows: appealed content, or what it owns. */
const knownEntry = z.strictObject({
  kind: z.enum(['submission', 'comment', 'response', 'alternative', 'claim', 'notice']),
  id: entryId,
  since: waiting.waitingSince,
})
export type KnownEntry = z.output<typeof knownEntry>

const found = { waitingSince: waiting.waitingSince }
export const waitingEntry = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('submission'), ...found, submission: flaggedSubmission }),
  z.strictObject({ kind: z.literal('comment'), ...found, comment: flaggedComment }),
  z.strictObject({ kind: z.literal('response'), ...found, response: flaggedResponse }),
  z.strictObject({ kind: z.literal('alternative'), ...found, alternative: flaggedAlternative }),
  z.strictObject({ kind: z.literal('suggestion'), ...found, suggestion: adminSuggestion }),
  z.strictObject({ kind: z.literal('update'), ...found, update: adminUpdate }),
  // Moderation adds the rest.
  z.strictObject({ kind: z.enum(['claim', 'notice']), ...found, id: entryId }),
])
export type WaitingEntry = z.output<typeof waitingEntry>

/** A page of the flagged content, open suggestions and updates of these kinds, and of the known entries. */
export const pageWaiting = route({
  ...forModeration,
  method: 'POST',
  path: '/internal/review/waiting',
  body: z.strictObject({
    kinds: z.array(z.enum(ownedKinds)),
    sort: queueSort,
    known: z.array(knownEntry).check(z.maxLength(2 * maxAppealed)),
    page: z.int().check(z.gte(1)),
    limit: z.int().check(z.gte(1), z.lte(50)),
  }),
  response: z.strictObject({ entries: z.array(waitingEntry), total: z.int() }),
  maxBodyBytes: 262_144,
})

const flaggedEntry = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('submission'), submission: flaggedSubmission }),
  z.strictObject({ kind: z.literal('comment'), comment: flaggedComment }),
  z.strictObject({ kind: z.literal('alternative'), alternative: flaggedAlternative }),
])

/** The queue of the previous version of moderation. */
export const pageEntries = route({
  ...forModeration,
  method: 'POST',
  path: '/internal/review/entries',
  body: z.strictObject({
    kind: z.enum(['all', 'submissions', 'comments', 'alternatives', 'notices']),
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
