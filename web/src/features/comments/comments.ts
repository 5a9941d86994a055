import { listCommentVersions } from '@answerable/contracts/comment-versions'
import {
  type Comment,
  type CommentSort,
  commentsPageSize,
  listComments,
  listReplies,
  readComment,
} from '@answerable/contracts/comments'
import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { call, callWithHeaders } from '../../api/call.ts'
import { type Listed, listed } from '../../api/listed.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { newestComments } from '../submissions/cached-comments.ts'

export type CommentPages = InfiniteData<Listed<Comment>>

const nextPage = ({ total }: Listed<Comment>, _pages: unknown, page: number) =>
  page * commentsPageSize < total ? page + 1 : undefined

const pageQuery = (page: number) => (page === 1 ? {} : { page: String(page) })

export const commentQueries = {
  /**
   * The threads loaded so far, each followed by its first replies. `total` counts threads. A refetch reads all pages
   * again.
   */
  threads: (id: string, sort: CommentSort) =>
    infiniteQueryOptions({
      queryKey: [...queryKeys.comments(id), 'threads', sort],
      queryFn: ({ pageParam, signal }) => {
        const query = { ...pageQuery(pageParam), ...(sort === 'newest' ? {} : { sort }) }
        return callWithHeaders(listComments, { params: { id }, query }, { signal }).then(
          listed,
          failedFetch('Failed to fetch comments'),
        )
      },
      initialPageParam: 1,
      getNextPageParam: nextPage,
      structuralSharing: newestComments,
    }),

  /** All replies of a thread, oldest first, from a page on. */
  replies: (id: string, { rootId, page = 1 }: { rootId: string; page?: number }) =>
    infiniteQueryOptions({
      queryKey: [...queryKeys.comments(id), 'replies', rootId, page],
      queryFn: ({ pageParam, signal }) =>
        callWithHeaders(
          listReplies,
          { params: { id: rootId }, query: pageQuery(pageParam) },
          { signal },
        ).then(listed, failedFetch('Failed to fetch comments')),
      initialPageParam: page,
      getNextPageParam: nextPage,
      structuralSharing: newestComments,
    }),

  /** One comment and its position in the default order. */
  one: (id: string, commentId: string) =>
    queryOptions({
      queryKey: [...queryKeys.comments(id), 'one', commentId],
      queryFn: ({ signal }) =>
        call(readComment, { params: { id: commentId }, query: {} }, { signal }).catch(
          failedFetch('Failed to fetch the comment'),
        ),
    }),

  /** The newest texts of a comment. */
  versions: (id: string, commentId: string) =>
    queryOptions({
      queryKey: [...queryKeys.comments(id), 'versions', commentId],
      queryFn: ({ signal }) =>
        callWithHeaders(
          listCommentVersions,
          { params: { id: commentId }, query: {} },
          { signal },
        ).then(listed, failedFetch('Failed to fetch the versions')),
    }),
}

export const firstCommentPage = (page: Listed<Comment>): CommentPages => ({
  pages: [page],
  pageParams: [1],
})

/** Name of the draft of a comment. */
export const commentDraft = (submissionId: string): string => `answerable-comment-${submissionId}`

/** Name of the draft of a reply. */
export const replyDraft = (parentId: string): string => `answerable-reply-${parentId}`

/** Name of the draft of an edited comment. */
export const editDraft = (commentId: string): string => `answerable-edit-${commentId}`

/** The id of the element that shows a comment; links lead to it. */
export const commentAnchor = (commentId: string): string => `comment-${commentId}`
