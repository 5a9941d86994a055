import * as z from 'zod/mini'
import { route } from './route.ts'
import { submissionParams } from './submissions.ts'
import { lines } from './text.ts'

export const commentLimits = { min: 1, max: 2_000 } as const

export const comment = z.strictObject({
  id: z.uuid(),
  content: z.string(),
  createdAt: z.iso.datetime(),
  author: z.nullable(z.strictObject({ username: z.string() })),
})
export type Comment = z.output<typeof comment>

/** Newest first, at most `commentListLimit`. */
export const commentListLimit = 500

export const listComments = route({
  service: 'catalog',
  method: 'GET',
  path: '/api/boycotts/:id/comments',
  access: 'public',
  params: submissionParams,
  response: z.array(comment),
  errors: ['submission_not_found'],
})

export const postComment = route({
  service: 'catalog',
  method: 'POST',
  path: '/api/boycotts/:id/comments',
  access: 'signed-in',
  params: submissionParams,
  body: z.strictObject({ content: lines(commentLimits) }),
  response: comment,
  status: 201,
  errors: ['account_suspended', 'submission_not_found', 'idempotency_mismatch'],
  limit: 'comments',
})
