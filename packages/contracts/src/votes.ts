import * as z from 'zod/mini'
import { route } from './route.ts'
import { submission, submissionParams, voteValue } from './submissions.ts'

/** Sets the caller's vote; idempotent. */
export const castVote = route({
  service: 'catalog',
  method: 'POST',
  path: '/api/boycotts/:id/vote',
  access: 'signed-in',
  params: submissionParams,
  body: z.strictObject({ value: voteValue }),
  response: submission,
  errors: ['account_suspended', 'submission_not_found', 'submission_merged'],
  limit: 'votes',
  maxBodyBytes: 1_024,
})

/** Removes the caller's vote; idempotent. */
export const withdrawVote = route({
  service: 'catalog',
  method: 'DELETE',
  path: '/api/boycotts/:id/vote',
  access: 'signed-in',
  params: submissionParams,
  response: submission,
  errors: ['account_suspended', 'submission_not_found', 'submission_merged'],
  limit: 'votes',
})
