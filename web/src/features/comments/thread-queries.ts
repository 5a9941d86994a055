import { listCommentVersions } from '@answerable/contracts/comment-versions'
import { listReplies, readComment } from '@answerable/contracts/comments'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { call, callWithHeaders } from '../../api/call.ts'
import { listed } from '../../api/listed.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { newestComments } from '../submissions/cached-comments.ts'
import { nextPage, pageQuery } from './comments.ts'

export const threadQueries = {
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
