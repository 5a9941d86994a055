import * as z from 'zod/mini'
import { comment, commentLimits, commentParams } from './comments.ts'
import { integerIn } from './paging.ts'
import { route } from './route.ts'
import { lines } from './text.ts'

/** Within this time after posting, an edit replaces the text. Later edits keep the former text as a version. */
export const editGraceMinutes = 15

export const versionsPageSize = 20
export const maxVersionsPage = 500

export const versionsQuery = z.strictObject({
  page: z._default(
    integerIn(1, maxVersionsPage, `The page must be a number from 1 to ${maxVersionsPage}.`),
    1,
  ),
})

/** For the author. */
export const editComment = route({
  service: 'catalog',
  method: 'PATCH',
  path: '/api/comments/:id',
  access: 'signed-in',
  params: commentParams,
  body: z.strictObject({
    content: lines(commentLimits),
    /** The `version` of the comment that was edited. A later change of the text is then not overwritten. */
    expectedVersion: z.optional(z.int().check(z.gte(0))),
  }),
  response: comment,
  errors: [
    'account_suspended',
    'forbidden',
    'comment_not_found',
    'comment_closed',
    'comment_changed',
    'discussion_locked',
  ],
  limit: 'edits',
})

export const commentVersion = z.strictObject({
  /** Counted from 1, the oldest version. */
  number: z.int(),
  content: z.string(),
  /** When this text was written. */
  createdAt: z.iso.datetime(),
})
export type CommentVersion = z.output<typeof commentVersion>

/** The texts of a comment that is shown, from the current one to the oldest. */
export const listCommentVersions = route({
  service: 'catalog',
  method: 'GET',
  path: '/api/comments/:id/versions',
  access: 'public',
  params: commentParams,
  query: versionsQuery,
  response: z.array(commentVersion),
  errors: ['comment_not_found'],
})
