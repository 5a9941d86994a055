import * as z from 'zod/mini'
import { appeal } from './appeals.ts'
import { decisionKinds, decisionReason, expectedVersion, reasonCode } from './decisions.ts'
import { flagReason } from './flags.ts'
import type { Route } from './route.ts'
import { category, submissionId } from './submissions.ts'

// The parts that the decisions about comments, responses and alternatives share.

/** The submission that the content belongs to. */
export const submissionOfContent = z.strictObject({
  id: submissionId,
  targetName: z.string(),
  category: z.nullable(category),
})

/** A flag without its reporter. */
export const contentFlagReport = z.strictObject({
  id: z.uuid(),
  reasonCode: z.nullable(flagReason),
  reason: z.string(),
  createdAt: z.iso.datetime(),
  /** Time of the decision that closed it. */
  closedAt: z.nullable(z.iso.datetime()),
  /** The content at the time of the flag. */
  flaggedText: z.string(),
})
export type ContentFlagReport = z.output<typeof contentFlagReport>

/** A decision as administrators see it. */
export const contentDecisionRecord = z.strictObject({
  decisionId: z.uuid(),
  kind: z.enum(decisionKinds),
  reasonCode: z.nullable(reasonCode),
  note: z.nullable(z.string()),
  moderator: z.strictObject({ id: z.uuid(), username: z.string() }),
  decidedAt: z.iso.datetime(),
})
export type ContentDecisionRecord = z.output<typeof contentDecisionRecord>

/** What moderation adds to flagged content. */
export const contentReview = {
  /** Newest first. */
  decisions: z.array(contentDecisionRecord),
  /** The open one. */
  appeal: z.nullable(appeal),
}

export const contentAppeals = {
  /** Open and settled, newest first. */
  appeals: z.array(appeal),
}

/** In effect when the response arrives. An `Idempotency-Key` (a UUID) becomes the decision's id. */
export const contentDecisionRoute = {
  service: 'moderation',
  method: 'POST',
  access: 'admin',
  body: z._default(z.strictObject({ ...decisionReason, expectedVersion }), {}),
} as const satisfies Omit<Route, 'path'>

/** A decision that catalog applies, beside the id of the content. */
export const contentDecision = {
  decisionId: z.uuid(),
  action: z.enum(['approve', 'remove']),
  reasonCode: z.nullable(reasonCode),
  expectedVersion,
}

/** The submission that an applied decision is logged with. */
export const decidedSubmission = { submissionId, category: z.nullable(category) }
