import * as z from 'zod/mini'
import { route } from './route.ts'
import { submissionParams } from './submissions.ts'
import { lines } from './text.ts'

export const flagReasonLimits = { min: 1, max: 500 } as const

export const flagSubmission = route({
  service: 'catalog',
  method: 'POST',
  path: '/api/boycotts/:id/flag',
  access: 'signed-in',
  params: submissionParams,
  body: z.strictObject({ reason: lines(flagReasonLimits) }),
  response: z.strictObject({ flagged: z.literal(true) }),
  status: 201,
  errors: ['account_suspended', 'submission_not_found', 'submission_merged', 'already_flagged'],
  limit: 'flags',
})
