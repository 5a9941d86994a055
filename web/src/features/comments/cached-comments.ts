import type { Comment } from '@answerable/contracts/comments'
import type { QueryClient } from '@tanstack/react-query'
import type { Listed } from '../../api/listed.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { patchComment } from '../submissions/cached-comments.ts'
import { type CommentPages, commentQueries } from './comments.ts'
import { commentsOf } from './threads.ts'

/** The response to a change of the comment, unless a newer one is cached. */
export const cacheComment = (client: QueryClient, submissionId: string, comment: Comment): void =>
  patchComment(client, { submissionId, commentId: comment.id }, (cached) =>
    cached.version > comment.version ? cached : { ...comment, replyCount: cached.replyCount },
  )

/** Adds a comment that was just posted: first of the newest threads, or last of the replies of its thread. */
export const addComment = (client: QueryClient, submissionId: string, comment: Comment): void => {
  const key = queryKeys.comments(submissionId)
  if (comment.parentId === null) {
    client.setQueryData(commentQueries.threads(submissionId, 'newest').queryKey, (before) =>
      before === undefined ? before : withThread(before, comment),
    )
    return
  }
  client.setQueriesData<CommentPages>({ queryKey: [...key, 'threads'] }, (before) =>
    before === undefined ? before : withReply(before, comment),
  )
  void client.invalidateQueries({ queryKey: [...key, 'replies'] })
}

const withThread = (before: CommentPages, comment: Comment): CommentPages => {
  const [first, ...others] = before.pages
  if (first === undefined || commentsOf(before).some(({ id }) => id === comment.id)) return before
  const page = { rows: [comment, ...first.rows], total: first.total + 1 }
  return { ...before, pages: [page, ...others] }
}

const withReply = (before: CommentPages, reply: Comment): CommentPages => {
  if (commentsOf(before).some(({ id }) => id === reply.id)) return before
  return { ...before, pages: before.pages.map((page) => replied(page, reply)) }
}

const replied = (page: Listed<Comment>, reply: Comment): Listed<Comment> => {
  const parent = page.rows.findIndex(({ id }) => id === reply.parentId)
  if (parent === -1) return page
  const root = page.rows.findLastIndex(({ parentId }, at) => at <= parent && parentId === null)
  const next = page.rows.findIndex(({ parentId }, at) => at > parent && parentId === null)
  const end = next === -1 ? page.rows.length : next
  const rows = [...page.rows.slice(0, end), reply, ...page.rows.slice(end)]
  return {
    ...page,
    rows: rows.map((one, at) => (at === root ? { ...one, replyCount: one.replyCount + 1 } : one)),
  }
}
