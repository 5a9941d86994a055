import * as z from 'zod/mini'
import { type Route, route } from './route.ts'
import {
  type AdminSubmission,
  adminSubmission,
  status,
  submissionId,
  submissionLimits,
  submissionParams,
} from './submissions.ts'
import { line, lines } from './text.ts'

export const boostLimits = { min: -1_000_000, max: 1_000_000 } as const

const boostValue = z.int().check(z.gte(boostLimits.min), z.lte(boostLimits.max))

/**
 * Limits the decision to votes held up to this time: the latest `lastAt` shown to the administrator, as
 * written there. Default: all held votes.
 */
const heldUntil = z.optional(
  z.iso.datetime().check(z.regex(/^2/, 'This must be a valid date and time.'), z.maxLength(30)),
)

const targetName = line(submissionLimits.targetName)

export const decisionAction = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('approve') }),
  z.strictObject({ kind: z.literal('remove') }),
  z.strictObject({ kind: z.literal('super-boost'), boostValue }),
  z.strictObject({ kind: z.literal('release-votes'), heldUntil }),
  z.strictObject({ kind: z.literal('void-votes'), heldUntil }),
  z.strictObject({ kind: z.literal('lock-discussion') }),
  z.strictObject({ kind: z.literal('unlock-discussion') }),
  z.strictObject({ kind: z.literal('rename'), targetName }),
])
export type DecisionAction = z.output<typeof decisionAction>

/** Code and label of every reason, in the order of the select. */
export const reasonCodes = {
  'false-information': 'False or misleading information',
  unsourced: 'Serious claims without a source',
  harassment: 'Harassment or threats',
  hate: 'Hate or discrimination',
  'personal-information': 'Personal information about someone',
  'private-person': 'Targets a private person',
  illegal: 'Illegal content',
  spam: 'Spam or advertising',
  duplicate: 'Duplicate of another submission',
  'off-topic': 'Not a boycott proposal',
  'vote-manipulation': 'Vote or flag manipulation',
  'no-violation': 'No rule was broken',
  'appeal-granted': 'The appeal is justified',
  'public-interest': 'Of particular public interest',
  other: 'Another reason',
} as const
export type ReasonCode = keyof typeof reasonCodes

export const reasonCode = z.enum(Object.keys(reasonCodes) as [ReasonCode, ...ReasonCode[]])

export const noteLimits = { min: 0, max: 1_000 } as const

/**
 * The reason of a decision. Administrators see the note; so does the person concerned, unless the decision
 * is about a boost or held votes.
 */
export const decisionReason = {
  reasonCode: z.optional(reasonCode),
  note: z.optional(lines(noteLimits)),
}

/** Fails with `decision_conflict` if another decision was applied after this version. */
export const expectedVersion = z.optional(z.int().check(z.gte(1), z.lte(Number.MAX_SAFE_INTEGER)))

/** The state of a submission in the log, before and after a decision. */
export const submissionState = z.strictObject({
  approved: z.boolean(),
  superBoost: z.int(),
  flagCount: z.int(),
  score: z.int(),
  version: z.int(),
  /** Absent in decisions from before votes could be held. */
  heldVotes: z.optional(z.int()),
  /** Absent in decisions from before members could join boycotts. */
  heldParticipations: z.optional(z.int()),
  /** Absent in decisions from before discussions could be locked. */
  discussionLocked: z.optional(z.boolean()),
  /** Absent in decisions from before boycotts had a status. */
  status: z.optional(status),
})
export type SubmissionState = z.output<typeof submissionState>

/** The part of a submission that the moderation log contains. */
export const submissionStateOf = (submission: AdminSubmission): SubmissionState => ({
  approved: submission.approved,
  superBoost: submission.superBoost,
  flagCount: submission.flagCount,
  score: submission.score,
  version: submission.version,
  heldVotes: submission.heldVotes,
  heldParticipations: submission.heldParticipations,
  discussionLocked: submission.discussionLocked,
  status: submission.status,
})

export const decisionKinds = [
  'approve',
  'remove',
  'super-boost',
  /** An appeal about a submission or comment was refused; the appealed decision remains. */
  'uphold',
  'suspend',
  /** The passkeys of an administrator were deleted, so that they can add a new one. */
  'reset-passkeys',
  'reinstate',
  /** The held votes of a submission count from now on. */
  'release-votes',
  /** The held votes of a submission never count. */
  'void-votes',
  /** No vote of a suspended account counts any longer. */
  'void-account-votes',
  /** A submission was merged into an older one about the same matter. */
  'merge',
  /** A merge was undone. */
  'unmerge',
  /** A suggested change of a business was applied. */
  'accept-suggestion',
  'decline-suggestion',
  /** A business was changed without a suggestion. */
  'change-business',
  /** A business was merged into another one. */
  'merge-business',
  'unmerge-business',
  /** Nobody can add comments to a submission. */
  'lock-discussion',
  'unlock-discussion',
  /** The name of the target was changed. */
  'rename',
  'remove-comment',
  /** The open flags were closed; a removed comment is shown again. */
  'approve-comment',
  /** An update that a member reported is in the timeline, with its status. */
  'confirm-update',
  'decline-update',
  /** A confirmed update was taken back. */
  'withdraw-update',
  /** A notice of unlawful content is justified. */
  'uphold-notice',
  'decline-notice',
  'remove-alternative',
  /** The open flags were closed; a removed alternative is shown again. */
  'approve-alternative',
  'remove-response',
  /** The open flags of a response were closed; a removed response is shown again. */
  'approve-response',
  /** A proved claim to speak for a business was confirmed or declined. */
  'accept-claim',
  'decline-claim',
  /** A member no longer speaks for a business. */
  'revoke-claim',
] as const
export type DecisionKind = (typeof decisionKinds)[number]

/** A decision about a submission as administrators see it. */
export const decisionRecord = z.strictObject({
  decisionId: z.uuid(),
  kind: z.enum(decisionKinds),
  boostValue: z.nullable(z.int()),
  /** The number of released or voided votes. */
  voteCount: z.nullable(z.int()),
  /** The number of joins that were released or voided with them. */
  participationCount: z.nullable(z.int()),
  reasonCode: z.nullable(reasonCode),
  note: z.nullable(z.string()),
  moderator: z.strictObject({ id: z.uuid(), username: z.string() }),
  decidedAt: z.iso.datetime(),
  before: submissionState,
  after: submissionState,
  /** The other submission of a merge; null for other decisions. */
  otherId: z.nullable(submissionId),
})
export type DecisionRecord = z.output<typeof decisionRecord>

/**
 * A decision is in effect when the response arrives. An `Idempotency-Key` (a UUID) becomes its id: a
 * repeated call returns the first result.
 */
const decisionRoute = {
  service: 'moderation',
  method: 'POST',
  access: 'admin',
  params: submissionParams,
  response: z.strictObject({ decisionId: z.uuid(), submission: adminSubmission }),
  errors: ['submission_not_found', 'decision_conflict', 'idempotency_mismatch'],
} as const satisfies Omit<Route, 'path'>

/** Administrators do not decide in favour of a submission of their own while there is another administrator. */
const errorsInFavour = [...decisionRoute.errors, 'other_admin_needed'] as const

const plainDecision = z._default(z.strictObject({ ...decisionReason, expectedVersion }), {})

/**
 * Closes the open flags and makes the submission public again. Fails with `submission_changed` if the author has
 * changed the text after `expectedVersion`.
 */
export const approveSubmission = route({
  ...decisionRoute,
  path: '/api/admin/submissions/:id/approve',
  body: plainDecision,
  errors: [...errorsInFavour, 'submission_changed'],
})

/** Removes the submission from public view. */
export const removeSubmission = route({
  ...decisionRoute,
  path: '/api/admin/submissions/:id/remove',
  body: plainDecision,
})

/** Sets the boost that is added to the score for ranking; 0 removes it. */
export const superBoostSubmission = route({
  ...decisionRoute,
  path: '/api/admin/submissions/:id/super-boost',
  body: z.strictObject({ boostValue, ...decisionReason, expectedVersion }),
  errors: errorsInFavour,
})

/** Stops new comments and replies. Existing comments stay. */
export const lockDiscussion = route({
  ...decisionRoute,
  path: '/api/admin/submissions/:id/lock-discussion',
  body: plainDecision,
  errors: errorsInFavour,
})

export const unlockDiscussion = route({
  ...decisionRoute,
  path: '/api/admin/submissions/:id/unlock-discussion',
  body: plainDecision,
})

/**
 * Changes the name of the target, which moves the submission to the business of that name. The former name stays
 * readable in the versions of the submission.
 */
export const renameSubmission = route({
  ...decisionRoute,
  path: '/api/admin/submissions/:id/rename',
  body: z.strictObject({ targetName, ...decisionReason, expectedVersion }),
  errors: errorsInFavour,
})

const votesDecision = {
  ...decisionRoute,
  body: z._default(z.strictObject({ ...decisionReason, expectedVersion, heldUntil }), {}),
  response: z.strictObject({
    decisionId: z.uuid(),
    submission: adminSubmission,
    voteCount: z.int(),
    participationCount: z.int(),
  }),
} as const

/** Releases held votes and joins: counts at most one of each per mailbox, and none of a suspended account. */
export const releaseVotes = route({
  ...votesDecision,
  path: '/api/admin/submissions/:id/release-votes',
  errors: errorsInFavour,
})

/** Voids held votes and joins permanently. */
export const voidVotes = route({
  ...votesDecision,
  path: '/api/admin/submissions/:id/void-votes',
})

/**
 * Applies a moderator's decision in one transaction, under the decision's id: a repeated call returns the
 * first result. Returns the submission before and after.
 */
export const applyDecision = route({
  service: 'catalog',
  method: 'POST',
  path: '/internal/decisions',
  access: 'internal',
  callers: ['moderation'],
  body: z.strictObject({
    decisionId: z.uuid(),
    submissionId,
    action: decisionAction,
    expectedVersion,
  }),
  response: z.strictObject({
    before: adminSubmission,
    after: adminSubmission,
    /** Only for decisions about votes. */
    voteCount: z.nullable(z.int()),
    participationCount: z.nullable(z.int()),
  }),
  errors: ['submission_not_found', 'decision_conflict', 'submission_changed'],
})
