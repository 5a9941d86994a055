import * as z from 'zod/mini'
import { integerIn } from './paging.ts'
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

export const commentsPageSize = 50
/** Reading a page skips earlier pages in the index: tens of milliseconds for the deepest. */
export const maxCommentsPage = 2_000

/** A merged submission redirects with status 301. Newest first. The body is an array, the total is in `X-Total-Count`, adjacent pages in `Link`. */
export const listComments = route({
  service: 'catalog',
  method: 'GET',
  path: '/api/boycotts/:id/comments',
  access: 'public',
  params: submissionParams,
  query: z.strictObject({
    page: z._default(
      integerIn(1, maxCommentsPage, `The page must be a number from 1 to ${maxCommentsPage}.`),
      1,
    ),
  }),
  redirects: true,
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
  errors: [
    'account_suspended',
    'submission_not_found',
    'submission_merged',
    'discussion_locked',
    'idempotency_mismatch',
  ],
  limit: 'comments',
})
