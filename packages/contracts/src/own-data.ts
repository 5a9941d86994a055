import * as z from 'zod/mini'
import { appealState } from './appeals.ts'
import { decisionKinds, reasonCode } from './decisions.ts'
import { ownSession } from './own-account.ts'
import { type Route, route } from './route.ts'
import { currentUser } from './sign-in.ts'
import { category, submissionId, voteValue } from './submissions.ts'

/** What a member may take along. Nothing about anybody else is in it. */
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
  }),
})

/** How many entries an answer has at most; `next` asks for those that follow. */
export const exportPageLimit = 500

/** Where the next answer begins: what the one before gave as `next`. */
const after = z.optional(z.string().check(z.regex(/^[0-9A-Za-z-]{8,36}$/)))
const next = z.nullable(z.string())

const createdAt = z.iso.datetime()

export const ownSubmission = z.strictObject({
  id: submissionId,
  targetName: z.string(),
  location: z.string(),
  category: z.nullable(category),
  reasons: z.string(),
  sources: z.nullable(z.string()),
  /** False once an administrator has removed it. */
  approved: z.boolean(),
  score: z.int(),
  createdAt,
})
export const ownComment = z.strictObject({
  id: z.uuid(),
  submissionId,
  content: z.string(),
  createdAt,
})
export const ownVote = z.strictObject({ submissionId, value: voteValue, createdAt })
export const ownFlag = z.strictObject({
  submissionId,
  reason: z.string(),
  createdAt,
  closedAt: z.nullable(z.iso.datetime()),
})

export const contributionKinds = ['submissions', 'comments', 'votes', 'flags'] as const
export type ContributionKind = (typeof contributionKinds)[number]

/** What the member has written and voted; of each answer, one of the lists is filled. */
export const exportContributions = route({
  ...ownData,
  service: 'catalog',
  path: '/api/account/contributions',
  query: z.strictObject({
    kind: z.enum(contributionKinds, {
      error: 'The kind must be submissions, comments, votes or flags.',
    }),
    after,
  }),
  response: z.strictObject({
    submissions: z.array(ownSubmission),
    comments: z.array(ownComment),
    votes: z.array(ownVote),
    flags: z.array(ownFlag),
    next,
  }),
})
export type Contributions = z.output<typeof exportContributions.response>

/** A decision about the member's submission, or about their account. */
const decisionAboutOwn = z.strictObject({
  submissionId: z.nullable(submissionId),
  kind: z.enum(decisionKinds),
  boostValue: z.nullable(z.int()),
  reasonCode: z.nullable(reasonCode),
  note: z.nullable(z.string()),
  decidedAt: z.iso.datetime(),
})

const appealOfOwn = z.strictObject({
  submissionId,
  text: z.string(),
  state: appealState,
  createdAt,
  settledAt: z.nullable(z.iso.datetime()),
})

/** The first answer has the appeals and what was decided about the account. */
export const exportDecisions = route({
  ...ownData,
  service: 'moderation',
  path: '/api/account/decisions',
  query: z.strictObject({ after }),
  response: z.strictObject({
    decisions: z.array(decisionAboutOwn),
    appeals: z.array(appealOfOwn),
    next,
  }),
})
export type OwnDecisions = z.output<typeof exportDecisions.response>

/** For moderation, which keeps no copy of who wrote what. */
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
