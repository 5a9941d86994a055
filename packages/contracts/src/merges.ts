import * as z from 'zod/mini'
import { decisionReason, expectedVersion, submissionState } from './decisions.ts'
import { forModeration } from './for-moderation.ts'
import { type Route, route } from './route.ts'
import { adminSubmission, submissionId, submissionParams } from './submissions.ts'

/** A merge can be undone for this many days. */
export const mergeUndoDays = 30

/** Merges `:id` into this submission. */
const into = submissionId

const mergeSide = z.strictObject({
  id: submissionId,
  targetName: z.string(),
  location: z.string(),
  createdAt: z.iso.datetime(),
  version: z.int(),
  score: z.int(),
  /** Votes that count. */
  votes: z.int(),
  heldVotes: z.int(),
  /** People who take part. */
  participants: z.int(),
  comments: z.int(),
  /** Open flags. */
  flags: z.int(),
  sources: z.nullable(z.string()),
})

/** The figures of two submissions before a merge, and of the older one after it. */
export const mergePreview = z.strictObject({
  /** The newer one, which redirects after the merge. */
  from: mergeSide,
  /** The older one, which stays. */
  into: mergeSide,
  after: z.pick(mergeSide, {
    score: true,
    votes: true,
    heldVotes: true,
    participants: true,
    comments: true,
    flags: true,
    sources: true,
  }),
  /** People whose vote on the other submission is replaced by their newer one. */
  replacedVotes: z.int(),
})
export type MergePreview = z.output<typeof mergePreview>

/** A merge of a submission as administrators see it. */
export const mergeRecord = z.strictObject({
  decisionId: z.uuid(),
  from: z.strictObject({ id: submissionId, targetName: z.string() }),
  into: z.strictObject({ id: submissionId, targetName: z.string() }),
  mergedAt: z.iso.datetime(),
  /** Null if it cannot be undone, because a later merge must be undone first or the time is over. */
  undoableUntil: z.nullable(z.iso.datetime()),
})
export type MergeRecord = z.output<typeof mergeRecord>

const mergeErrors = [
  'submission_not_found',
  'decision_conflict',
  'other_admin_needed',
  'idempotency_mismatch',
] as const

const administration = {
  service: 'moderation',
  access: 'admin',
  params: submissionParams,
} as const satisfies Partial<Route>

/** Either of the two may be named first. No effect. */
export const previewMerge = route({
  ...administration,
  method: 'GET',
  path: '/api/admin/submissions/:id/merge-preview',
  query: z.strictObject({ into }),
  response: mergePreview,
  errors: ['submission_not_found', 'decision_conflict'],
})

const mergeResponse = z.strictObject({ decisionId: z.uuid(), submission: adminSubmission })

/** Merges a submission into an older one about the same matter. */
export const mergeSubmission = route({
  ...administration,
  method: 'POST',
  path: '/api/admin/submissions/:id/merge',
  body: z.strictObject({
    into,
    ...decisionReason,
    expectedVersion,
    /** The same for the older submission. */
    expectedIntoVersion: expectedVersion,
  }),
  response: mergeResponse,
  errors: [...mergeErrors, 'merge_into_newer'],
})

/** Undoes the merge of a submission, for 30 days. */
export const unmergeSubmission = route({
  ...administration,
  method: 'POST',
  path: '/api/admin/submissions/:id/unmerge',
  body: z._default(z.strictObject({ ...decisionReason, expectedVersion }), {}),
  response: mergeResponse,
  errors: [...mergeErrors, 'later_merge', 'merge_final'],
})

export const computeMerge = route({
  ...forModeration,
  method: 'GET',
  path: '/internal/merges/preview',
  query: z.strictObject({ id: submissionId, into }),
  response: mergePreview,
  errors: ['submission_not_found', 'decision_conflict'],
})

/** The merges of a submission that are not undone: into another one, and of others into it, newest first. */
export const listMerges = route({
  ...forModeration,
  method: 'GET',
  path: '/internal/merges/of/:id',
  params: submissionParams,
  response: z.array(mergeRecord),
})

/** The effect on a merged submission, and on the one that it was merged into. */
const mergeEffect = z.strictObject({
  before: adminSubmission,
  after: adminSubmission,
  other: z.strictObject({
    id: submissionId,
    before: submissionState,
    after: submissionState,
  }),
})
export type MergeEffect = z.output<typeof mergeEffect>

/** Merges in one transaction, under the decision's id: a repeated call returns the first result. */
export const applyMerge = route({
  ...forModeration,
  method: 'POST',
  path: '/internal/merges',
  body: z.strictObject({
    decisionId: z.uuid(),
    submissionId,
    into,
    expectedVersion,
    expectedIntoVersion: expectedVersion,
  }),
  response: mergeEffect,
  errors: ['submission_not_found', 'decision_conflict', 'merge_into_newer'],
})

/** Undoes the merge of a submission in one transaction, under the decision's id. */
export const applyUnmerge = route({
  ...forModeration,
  method: 'POST',
  path: '/internal/unmerges',
  body: z.strictObject({ decisionId: z.uuid(), submissionId, expectedVersion }),
  response: mergeEffect,
  errors: ['submission_not_found', 'decision_conflict', 'later_merge', 'merge_final'],
})
