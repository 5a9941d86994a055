import * as z from 'zod/mini'
import { route } from './route.ts'
import { submission, submissionId, submissionParams, voteValue } from './submissions.ts'

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

export const maxVotesPerCall = 100

/**
 * Votes of several members with one call. Each has the service token of a `castVote` call of its own, and gets
 * the response of that call.
 */
export const castVotes = route({
  service: 'catalog',
  method: 'POST',
  path: '/internal/votes',
  access: 'internal',
  callers: ['gateway'],
  body: z.strictObject({
    votes: z
      .array(
        z.strictObject({
          passport: z.string(),
          requestId: z.string(),
          submissionId,
          value: voteValue,
        }),
      )
      .check(z.minLength(1), z.maxLength(maxVotesPerCall)),
  }),
  /** In the order of the votes. */
  response: z.strictObject({
    responses: z.array(
      z.strictObject({
        status: z.int(),
        /** As JSON. */
        body: z.string(),
        retryAfterSeconds: z.optional(z.int()),
      }),
    ),
  }),
  maxBodyBytes: 262_144,
})
