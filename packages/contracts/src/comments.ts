import * as z from 'zod/mini'
import { reasonCode } from './decisions.ts'
import { integerIn } from './paging.ts'
import { route } from './route.ts'
import { submissionId, submissionParams } from './submissions.ts'
import { lines } from './text.ts'

export const commentLimits = { min: 1, max: 2_000 } as const

/** Maximum number of members that a comment notifies because it mentions them, with all its edits. */
export const maxMentions = 10

/** 'deleted' by its author, or 'removed' by an administrator. Neither has a text. */
export const commentState = z.enum(['shown', 'deleted', 'removed'])
export type CommentState = z.output<typeof commentState>

export const comment = z.strictObject({
  id: z.uuid(),
  /** Empty unless the comment is shown. */
  content: z.string(),
  createdAt: z.iso.datetime(),
  /** Null for a deleted comment, and for a removed one unless the caller wrote it or is an administrator. */
  author: z.nullable(z.strictObject({ username: z.string() })),
  /** The comment that it replies to; null for the first comment of a thread. */
  parentId: z.nullable(z.uuid()),
  /** The latest change later than `editGraceMinutes` after the comment was posted. */
  editedAt: z.nullable(z.iso.datetime()),
  state: commentState,
  /** The reason of a removal. */
  reasonCode: z.nullable(reasonCode),
  /** The number of people who have marked it as helpful. */
  helpful: z.int(),
  /** Whether the caller has marked it; null for visitors. */
  ownHelpful: z.nullable(z.boolean()),
  /** All replies of the thread, on every level; 0 for replies. */
  replyCount: z.int(),
  /** Increases with every change; of two responses the higher one is newer. */
  version: z.int(),
})
export type Comment = z.output<typeof comment>

export const commentSorts = ['newest', 'oldest', 'helpful'] as const
export type CommentSort = (typeof commentSorts)[number]

/** Threads of a page of comments, and replies of a page of replies. */
export const commentsPageSize = 50
/** Reading a page skips earlier pages in the index: tens of milliseconds for the deepest. */
export const maxCommentsPage = 2_000

const page = z._default(
  integerIn(1, maxCommentsPage, `The page must be a number from 1 to ${maxCommentsPage}.`),
  1,
)
const sort = z._default(
  z.enum(commentSorts, { error: 'The sort must be newest, oldest or helpful.' }),
  'newest',
)

/**
 * A merged submission redirects with status 301. Each page has 50 threads. The first comment of a thread is followed
 * by its first replies, oldest first; `listReplies` has all of them. The body is an array, the number of threads is in
 * `X-Total-Count`, adjacent pages in `Link`.
 */
export const listComments = route({
  service: 'catalog',
  method: 'GET',
  path: '/api/boycotts/:id/comments',
  access: 'public',
  params: submissionParams,
  query: z.strictObject({ page, sort }),
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
  body: z.strictObject({
    content: lines(commentLimits),
    /** The comment that this one replies to. */
    parentId: z.optional(z.nullable(z.uuid())),
  }),
  response: comment,
  status: 201,
  errors: [
    'account_suspended',
    'submission_not_found',
    'submission_merged',
    'comment_not_found',
    'comment_closed',
    'discussion_locked',
    'idempotency_mismatch',
  ],
  limit: 'comments',
})

export const commentParams = z.strictObject({ id: z.uuid() })

/** A comment with its position, for links to it. */
export const readComment = route({
  service: 'catalog',
  method: 'GET',
  path: '/api/comments/:id',
  access: 'public',
  params: commentParams,
  query: z.strictObject({ sort }),
  response: z.extend(comment, {
    submissionId,
    /** The first comment of its thread; null if this is the first. */
    rootId: z.nullable(z.uuid()),
    /** The page of `listComments` in the requested order that has its thread. */
    page: z.int(),
    /** The page of `listReplies` of its thread that has it; null for the first comment of a thread. */
    replyPage: z.nullable(z.int()),
  }),
  errors: ['comment_not_found'],
})
export type PlacedComment = z.output<typeof readComment.response>

/** All replies of a thread, oldest first. The id is that of the first comment of the thread. */
export const listReplies = route({
  service: 'catalog',
  method: 'GET',
  path: '/api/comments/:id/replies',
  access: 'public',
  params: commentParams,
  query: z.strictObject({ page }),
  response: z.array(comment),
  errors: ['comment_not_found'],
})

/** For the author. Of a comment with replies, a line without a text remains. */
export const deleteComment = route({
  service: 'catalog',
  method: 'DELETE',
  path: '/api/comments/:id',
  access: 'signed-in',
  params: commentParams,
  status: 204,
  errors: ['account_suspended', 'forbidden', 'comment_not_found', 'comment_closed'],
  limit: 'edits',
})

const mark = {
  service: 'catalog',
  path: '/api/comments/:id/helpful',
  access: 'signed-in',
  params: commentParams,
  response: comment,
  limit: 'marks',
} as const

/** Repeating it changes nothing. */
export const markHelpful = route({
  ...mark,
  method: 'POST',
  errors: [
    'account_suspended',
    'comment_not_found',
    'comment_closed',
    'own_comment',
    'already_helpful',
  ],
})

/** Also succeeds without a mark. */
export const unmarkHelpful = route({
  ...mark,
  method: 'DELETE',
  errors: ['account_suspended', 'comment_not_found', 'comment_closed'],
})
