import * as z from 'zod/mini'
import { commentParams } from './comments.ts'
import { route } from './route.ts'
import { submissionParams } from './submissions.ts'
import { lines } from './text.ts'

export const flagReasonLimits = { min: 1, max: 500 } as const

/** Code and label of every reason to flag, in the order of the select. */
export const flagReasons = {
  'false-or-unsupported': 'False or unsupported',
  'personal-data': 'Personal data',
  'hate-or-threats': 'Hate or threats',
  spam: 'Spam',
  duplicate: 'Duplicate',
  'dead-source': 'A source no longer works',
  other: 'Another reason',
} as const
export type FlagReason = keyof typeof flagReasons

export const flagReason = z.enum(Object.keys(flagReasons) as [FlagReason, ...FlagReason[]])

const flag = {
  service: 'catalog',
  method: 'POST',
  access: 'signed-in',
  body: z.strictObject({
    reasonCode: z.optional(flagReason),
    reason: lines(flagReasonLimits),
  }),
  response: z.strictObject({ flagged: z.literal(true) }),
  status: 201,
  limit: 'flags',
} as const

export const flagSubmission = route({
  ...flag,
  path: '/api/boycotts/:id/flag',
  params: submissionParams,
  errors: ['account_suspended', 'submission_not_found', 'submission_merged', 'already_flagged'],
})

/** At most one per member and comment, as for submissions. */
export const flagComment = route({
  ...flag,
  path: '/api/comments/:id/flag',
  params: commentParams,
  errors: ['account_suspended', 'comment_not_found', 'comment_closed', 'already_flagged'],
})
