import { type Comment, commentsPageSize, listComments } from '@answerable/contracts/comments'
import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { callWithHeaders } from '../../api/call.ts'
import { type Listed, listed } from '../../api/listed.ts'
import { queryKeys } from '../../api/query-keys.ts'

export type CommentPages = InfiniteData<Listed<Comment>>

export const commentQueries = {
  /** The pages loaded so far, newest comments first. A refetch reads all of them again. */
  list: (id: string) =>
    infiniteQueryOptions({
      queryKey: queryKeys.comments(id),
      queryFn: ({ pageParam, signal }) => {
        const query = pageParam === 1 ? {} : { page: String(pageParam) }
        return callWithHeaders(listComments, { params: { id }, query }, { signal }).then(
          listed,
          failedFetch('Failed to fetch comments'),
        )
      },
      initialPageParam: 1,
      getNextPageParam: ({ total }, _pages, page) =>
        page * commentsPageSize < total ? page + 1 : undefined,
    }),
}

export const firstCommentPage = (page: Listed<Comment>): CommentPages => ({
  pages: [page],
  pageParams: [1],
})

/** Removes duplicates: a new comment moves the last one of every page to the next page. */
export const commentsOf = ({ pages }: CommentPages): readonly Comment[] => [
  ...new Map(pages.flatMap(({ rows }) => rows.map((one) => [one.id, one]))).values(),
]

/** Adds a comment that was just posted to the first page. */
export const withNewComment = (before: CommentPages, comment: Comment): CommentPages => {
  const [first, ...others] = before.pages
  if (first === undefined || commentsOf(before).some(({ id }) => id === comment.id)) return before
  const page = { rows: [comment, ...first.rows], total: first.total + 1 }
  return { ...before, pages: [page, ...others] }
}

/** Name of the draft of a comment. */
export const commentDraft = (submissionId: string): string => `answerable-comment-${submissionId}`
