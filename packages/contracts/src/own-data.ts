import * as z from 'zod/mini'
import { appealState } from './appeals.ts'
import { businessId } from './business-link.ts'
import { suggestion } from './businesses.ts'
import { claim } from './claims.ts'
import { commentVersion } from './comment-versions.ts'
import { commentState } from './comments.ts'
import { decisionKinds, reasonCode } from './decisions.ts'
import { flagReason } from './flags.ts'
import { followKinds } from './follows.ts'
import { mute } from './mutes.ts'
import { readPreferences } from './notification-preferences.ts'
import { noticeKind, noticeOutcome } from './notifications.ts'
import { ownSession } from './own-account.ts'
import { passkey } from './passkeys.ts'
import { responseVersion } from './responses.ts'
import { type Route, route } from './route.ts'
import { currentUser } from './sign-in.ts'
import { sourceVersion } from './sources.ts'
import { submissionVersion } from './submission-versions.ts'
import { category, submissionId, voteValue } from './submissions.ts'
import { update } from './updates.ts'

/** The data export of a member, without data of others. */
const ownData = {
  method: 'GET',
  access: 'signed-in',
  openToSuspended: true,
} as const satisfies Partial<Route>

export const exportAccount = route({
  ...ownData,
  service: 'auth',
  path: '/api/account/export',
  response: z.strictObject({
    account: z.extend(currentUser, {
      joinedAt: z.iso.datetime(),
      suspendedAt: z.nullable(z.iso.datetime()),
    }),
    sessions: z.array(ownSession),
    /** Of administrators; without the keys. */
    passkeys: z.array(passkey),
  }),
})

/** Maximum entries of a response; `next` requests the following ones. */
export const exportPageLimit = 500

/** Start of the next response: the `next` of the one before. */
const after = z.optional(z.string().check(z.regex(/^[0-9A-Za-z_-]{8,80}$/)))
const next = z.nullable(z.string())

const createdAt = z.iso.datetime()

export const ownSubmission = z.strictObject({
  id: submissionId,
  targetName: z.string(),
  location: z.string(),
  category: z.nullable(category),
  reasons: z.string(),
  sources: z.nullable(z.string()),
  demand: z.nullable(z.string()),
  /** False if an administrator has removed or merged it. */
  approved: z.boolean(),
  /** The submission that it was merged into. */
  mergedInto: z.nullable(submissionId),
  score: z.int(),
  createdAt,
})
export const ownComment = z.strictObject({
  id: z.uuid(),
  submissionId,
  parentId: z.nullable(z.uuid()),
  content: z.string(),
  createdAt,
  editedAt: z.nullable(z.iso.datetime()),
  state: commentState,
})
/** A former text of a comment or of a submission. */
export const ownCommentVersion = z.extend(commentVersion, { commentId: z.uuid() })
export const ownSubmissionVersion = z.extend(submissionVersion, { submissionId })
/** Current details of a link in the sources of a submission. */
export const ownSourceDetails = z.extend(sourceVersion, { submissionId, address: z.string() })
/** Former details of a link. */
export const ownSourceVersion = z.extend(ownSourceDetails, { number: z.int() })
export const ownMark = z.strictObject({ commentId: z.uuid(), createdAt })
export const ownAlternative = z.strictObject({
  id: z.uuid(),
  submissionId,
  name: z.string(),
  link: z.nullable(z.string()),
  createdAt,
  state: z.enum(['shown', 'removed']),
})
export const ownAlternativeMark = z.strictObject({ alternativeId: z.uuid(), createdAt })
export const ownVote = z.strictObject({ submissionId, value: voteValue, createdAt })
export const ownParticipation = z.strictObject({ submissionId, createdAt })
export const ownFlag = z.strictObject({
  submissionId,
  /** Null for a flag of the submission itself. */
  commentId: z.nullable(z.uuid()),
  responseId: z.nullable(z.uuid()),
  alternativeId: z.nullable(z.uuid()),
  reasonCode: z.nullable(flagReason),
  reason: z.string(),
  createdAt,
  closedAt: z.nullable(z.iso.datetime()),
})

export const ownSuggestion = z.extend(z.omit(suggestion, { business: true, other: true }), {
  businessId,
})

/** An update that the member has reported. */
export const ownUpdate = z.extend(z.omit(update, { submission: true }), { submissionId })
const ownResponseText = z.extend(z.omit(responseVersion, { domain: true }), {
  responseId: z.uuid(),
  submissionId,
  businessId,
})

/** A claim to speak for a business, without the secret that proves it. */
const ownClaim = z.extend(
  z.pick(claim, { id: true, domain: true, method: true, state: true, endReason: true }),
  { businessId, createdAt },
)

export const contributionKinds = [
  'submissions',
  'submissionVersions',
  'sourceDetails',
  'sourceVersions',
  'comments',
  'commentVersions',
  'marks',
  'votes',
  'participations',
  'flags',
  'suggestions',
  'updates',
  'mutes',
  'responses',
  'alternatives',
  'alternativeMarks',
] as const
export type ContributionKind = (typeof contributionKinds)[number]

/** What the member has written, marked and voted, and former texts; each response fills one of the lists. */
export const exportContributions = route({
  ...ownData,
  service: 'catalog',
  path: '/api/account/contributions',
  query: z.strictObject({
    kind: z.enum(contributionKinds, {
      error: `The kind must be one of ${contributionKinds.join(', ')}.`,
    }),
    after,
  }),
  response: z.strictObject({
    submissions: z.array(ownSubmission),
    submissionVersions: z.array(ownSubmissionVersion),
    sourceDetails: z.array(ownSourceDetails),
    sourceVersions: z.array(ownSourceVersion),
    comments: z.array(ownComment),
    commentVersions: z.array(ownCommentVersion),
    marks: z.array(ownMark),
    votes: z.array(ownVote),
    participations: z.array(ownParticipation),
    flags: z.array(ownFlag),
    suggestions: z.array(ownSuggestion),
    updates: z.array(ownUpdate),
    mutes: z.array(mute),
    /** Texts of official responses that the member wrote for a business. */
    responses: z.array(ownResponseText),
    alternatives: z.array(ownAlternative),
    alternativeMarks: z.array(ownAlternativeMark),
    next,
  }),
})
export type Contributions = z.output<typeof exportContributions.response>

/** A decision about the member's content or account. */
const decisionAboutOwn = z.strictObject({
  submissionId: z.nullable(submissionId),
  commentId: z.nullable(z.uuid()),
  responseId: z.nullable(z.uuid()),
  alternativeId: z.nullable(z.uuid()),
  kind: z.enum(decisionKinds),
  boostValue: z.nullable(z.int()),
  reasonCode: z.nullable(reasonCode),
  note: z.nullable(z.string()),
  decidedAt: z.iso.datetime(),
})

const appealOfOwn = z.strictObject({
  submissionId: z.nullable(submissionId),
  commentId: z.nullable(z.uuid()),
  responseId: z.nullable(z.uuid()),
  alternativeId: z.nullable(z.uuid()),
  text: z.string(),
  state: appealState,
  createdAt,
  settledAt: z.nullable(z.iso.datetime()),
})

/** The first response also has appeals, claims and decisions about the account. */
export const exportDecisions = route({
  ...ownData,
  service: 'moderation',
  path: '/api/account/decisions',
  query: z.strictObject({ after }),
  response: z.strictObject({
    decisions: z.array(decisionAboutOwn),
    appeals: z.array(appealOfOwn),
    claims: z.array(ownClaim),
    next,
  }),
})
export type OwnDecisions = z.output<typeof exportDecisions.response>

/** What the member follows, and their notices. */
export const exportNotifications = route({
  ...ownData,
  service: 'notifications',
  path: '/api/account/notifications',
  query: z.strictObject({
    after: z.optional(z.string().check(z.regex(/^[1-9]\d{0,15}$/))),
  }),
  response: z.strictObject({
    /** In the first response only. */
    follows: z.array(
      z.strictObject({
        kind: z.enum(followKinds),
        key: z.string(),
        automatic: z.boolean(),
        createdAt,
      }),
    ),
    followsAutomatically: z.boolean(),
    followsWhenJoining: z.boolean(),
    emails: readPreferences.response,
    notices: z.array(
      z.strictObject({
        kind: noticeKind,
        submissionId: z.nullable(submissionId),
        commentId: z.nullable(z.uuid()),
        businessId: z.nullable(businessId),
        outcome: z.nullable(noticeOutcome),
        reasonCode: z.nullable(z.string()),
        read: z.boolean(),
        createdAt,
      }),
    ),
    next,
  }),
})
export type OwnNotifications = z.output<typeof exportNotifications.response>

/** For moderation, which does not store authors. */
export const listOwnSubmissionIds = route({
  service: 'catalog',
  method: 'GET',
  path: '/internal/authors/:id/submissions',
  access: 'internal',
  callers: ['moderation'],
  params: z.strictObject({ id: z.uuid() }),
  query: z.strictObject({ after }),
  response: z.strictObject({ ids: z.array(submissionId), next }),
})

/** The same for comments, alternatives and current texts of responses. */
export const listOwnPartIds = route({
  service: 'catalog',
  method: 'GET',
  path: '/internal/authors/:id/comments',
  access: 'internal',
  callers: ['moderation'],
  params: z.strictObject({ id: z.uuid() }),
  query: z.strictObject({ after }),
  response: z.strictObject({ ids: z.array(z.uuid()), next }),
})
