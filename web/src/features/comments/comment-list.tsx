import type { Comment } from '@answerable/contracts/comments'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import { FetchError } from '../../ui/fetch-error.tsx'
import { plain } from '../../ui/figures.ts'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { commentQueries, commentsOf } from './comments.ts'

export const CommentList = ({ id }: { id: string }) => {
  const list = useRef<HTMLOListElement>(null)
  const readUntil = useRef<string>(undefined)
  const query = useInfiniteQuery(commentQueries.list(id))
  const { data, error, refetch, isFetching, fetchNextPage, hasNextPage } = query
  const rows = data === undefined ? [] : commentsOf(data)
  useFocusAfter(readUntil, { list, rows })
  if (data === undefined) {
    return error === null ? (
      <CommentSkeleton />
    ) : (
      <FetchError error={error} isTrying={isFetching} onTryAgain={refetch} />
    )
  }
  if (rows.length === 0) return <p className="py-4 text-soft">No comments yet.</p>

  const showMore = () => {
    readUntil.current = rows.at(-1)?.id
    void fetchNextPage()
  }
  return (
    <>
      <ol ref={list}>
        {rows.map((comment) => (
          <CommentItem key={comment.id} comment={comment} />
        ))}
      </ol>
      {query.isFetchNextPageError && (
        <FetchError error={query.error} isTrying={isFetching} onTryAgain={showMore} />
      )}
      {hasNextPage && !query.isFetchNextPageError && (
        <div className="pagination">
          <p className="text-soft figure">
            Showing {plain(rows.length)} of {plain(data.pages.at(-1)?.total ?? 0)} comments
          </p>
          <button
            type="button"
            className="button-secondary"
            disabled={query.isFetchingNextPage}
            onClick={showMore}
          >
            {query.isFetchingNextPage ? 'Loading...' : 'Show more comments'}
          </button>
        </div>
      )}
    </>
  )
}

type Focus = { list: RefObject<HTMLOListElement | null>; rows: readonly Comment[] }

/** Moves the focus to the first comment after the last one read, because the pressed button may disappear. */
const useFocusAfter = (readUntil: RefObject<string | undefined>, { list, rows }: Focus): void => {
  useEffect(() => {
    const at = rows.findIndex(({ id }) => id === readUntil.current)
    const next = at === -1 ? undefined : list.current?.children[at + 1]
    if (!(next instanceof HTMLElement)) return
    readUntil.current = undefined
    next.focus({ preventScroll: true })
  }, [readUntil, list, rows])
}

const CommentItem = ({ comment }: { comment: Comment }) => (
  <li className="comment" tabIndex={-1}>
    <p className="text-sm text-soft">
      <b className="name font-semibold text-ink">{comment.author?.username ?? 'Unknown'}</b>{' '}
      <RelativeTime at={comment.createdAt} />
    </p>
    <div className="comment-text">
      <Markdown text={comment.content} />
    </div>
  </li>
)

const CommentSkeleton = () => (
  <div aria-busy="true">
    <span className="sr-only">Loading comments</span>
    {['first', 'second', 'third'].map((place) => (
      <div key={place} className="comment" aria-hidden="true">
        <div className="bone h-3.5 w-40" />
        <div className="bone mt-2.5 h-4 w-4/5" />
      </div>
    ))}
  </div>
)
