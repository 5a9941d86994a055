import {
  type Comment,
  type CommentSort,
  commentsPageSize,
  listComments,
} from '@answerable/contracts/comments'
import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { callWithHeaders } from '../../api/call.ts'
import { type Listed, listed } from '../../api/listed.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { newestComments } from '../submissions/cached-comments.ts'

export type CommentPages = InfiniteData<Listed<Comment>>

export const nextPage = ({ total }: Listed<Comment>, _pages: unknown, page: number) =>
  page * commentsPageSize < total ? page + 1 : undefined

export const pageQuery = (page: number) => (page === 1 ? {} : { page: String(page) })

/** Part of the initial JavaScript, because the feed prefetches comments. */
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
