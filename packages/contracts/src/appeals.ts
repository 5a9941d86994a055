import * as z from 'zod/mini'
import { commentParams } from './comments.ts'
import { decisionReason, reasonCode } from './decisions.ts'
import { type Route, route } from './route.ts'
import { submissionParams } from './submissions.ts'
import { lines } from './text.ts'

export const appealLimits = { min: 1, max: 1_000 } as const

/** 'overturned': the content was approved again. */
export const appealState = z.enum(['open', 'upheld', 'overturned'])
export type AppealState = z.output<typeof appealState>

/** An appeal against the removal of content, as administrators see it. */
export const appeal = z.strictObject({
  id: z.uuid(),
  /** The appealed decision. */
  decisionId: z.uuid(),
  text: z.string(),
  state: appealState,
  createdAt: z.iso.datetime(),
  settledAt: z.nullable(z.iso.datetime()),
})
export type Appeal = z.output<typeof appeal>

/** The author's own appeal with the response. */
export const ownAppeal = z.strictObject({
  text: z.string(),
  state: appealState,
  createdAt: z.iso.datetime(),
  settledAt: z.nullable(z.iso.datetime()),
  reasonCode: z.nullable(reasonCode),
  note: z.nullable(z.string()),
})

/** The removal of content as its author sees it. */
export const ownDecision = z.strictObject({
  decisionId: z.uuid(),
  kind: z.literal('remove'),
  reasonCode: z.nullable(reasonCode),
  note: z.nullable(z.string()),
  decidedAt: z.iso.datetime(),
  appeal: z.nullable(ownAppeal),
})
export type OwnDecision = z.output<typeof ownDecision>

/** For the author of a removed submission; 404 for everyone else. */
export const readOwnDecision = route({
  service: 'moderation',
  method: 'GET',
  path: '/api/boycotts/:id/decision',
  access: 'signed-in',
  params: submissionParams,
  response: ownDecision,
  errors: ['submission_not_found'],
})

/** At most one per decision. */
export const postAppeal = route({
  service: 'moderation',
  method: 'POST',
  path: '/api/boycotts/:id/appeal',
  access: 'signed-in',
  params: submissionParams,
  body: z.strictObject({ text: lines(appealLimits) }),
  response: ownDecision,
  status: 201,
  errors: ['account_suspended', 'submission_not_found', 'already_appealed'],
  limit: 'appeals',
})

/** For the author of a removed comment; 404 for everyone else. */
export const readOwnCommentDecision = route({
  ...readOwnDecision,
  path: '/api/comments/:id/decision',
  params: commentParams,
  errors: ['comment_not_found'],
})

/** At most one per decision. */
export const postCommentAppeal = route({
  ...postAppeal,
  path: '/api/comments/:id/appeal',
  params: commentParams,
  errors: ['account_suspended', 'comment_not_found', 'already_appealed'],
})

const partParams = z.strictObject({ id: z.uuid() })

/** For those who wrote the removed response or speak for its business; 404 for everyone else. */
export const readOwnResponseDecision = route({
  ...readOwnDecision,
  path: '/api/responses/:id/decision',
  params: partParams,
  errors: ['response_not_found'],
})

/** At most one per decision. */
export const postResponseAppeal = route({
  ...postAppeal,
  path: '/api/responses/:id/appeal',
  params: partParams,
  errors: ['account_suspended', 'response_not_found', 'already_appealed'],
})

/** For the author of a removed alternative; 404 for everyone else. */
export const readOwnAlternativeDecision = route({
  ...readOwnDecision,
  path: '/api/alternatives/:id/decision',
  params: partParams,
  errors: ['alternative_not_found'],
})

/** At most one per decision. */
export const postAlternativeAppeal = route({
  ...postAppeal,
  path: '/api/alternatives/:id/appeal',
  params: partParams,
  errors: ['account_suspended', 'alternative_not_found', 'already_appealed'],
})

/** The administrator who made the decision cannot settle its appeal, unless there is no other. */
const settlement = {
  service: 'moderation',
  method: 'POST',
  access: 'admin',
  params: partParams,
  body: z._default(z.strictObject(decisionReason), {}),
  response: z.strictObject({ decisionId: z.uuid(), appeal }),
  errors: ['other_admin_needed', 'appeal_not_found', 'appeal_settled', 'idempotency_mismatch'],
} as const satisfies Omit<Route, 'path'>

/** Upholds the removal. */
export const upholdAppeal = route({ ...settlement, path: '/api/admin/appeals/:id/uphold' })

/** Approves the content again. */
export const overturnAppeal = route({ ...settlement, path: '/api/admin/appeals/:id/overturn' })
