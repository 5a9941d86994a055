import type { Comment, CommentSort } from '@answerable/contracts/comments'
import { useInfiniteQuery } from '@tanstack/react-query'
import { memo, type RefObject, useEffect, useRef, useState } from 'react'
import { FetchError } from '../../ui/fetch-error.tsx'
import { counted, plain } from '../../ui/figures.ts'
import { CommentBranch } from './comment-item.tsx'
import { commentAnchor, commentQueries } from './comments.ts'
import { threadQueries } from './thread-queries.ts'
import { branchOf, commentsOf, type Thread, threadsOf } from './threads.ts'

export const CommentList = memo(({ id, sort }: { id: string; sort: CommentSort }) => {
  const query = useInfiniteQuery(commentQueries.threads(id, sort))
  const { data, error, refetch, isFetching, fetchNextPage, hasNextPage } = query
  const threads = data === undefined ? [] : threadsOf(data)
  const focusAfter = useFocusAfter(threads.map(({ root }) => root))
  if (data === undefined) {
    return error === null ? (
      <CommentSkeleton />
    ) : (
      <FetchError error={error} isTrying={isFetching} onTryAgain={refetch} />
    )
  }
  if (threads.length === 0) return <p className="py-4 text-soft">No comments yet.</p>

  const showMore = () => {
    focusAfter(threads.at(-1)?.root)
    void fetchNextPage()
  }
  const total = data.pages.at(-1)?.total ?? 0
  const hasReplies = threads.some(({ root }) => root.replyCount > 0)
  return (
    <>
      <ol className="threads">
        {threads.map((thread) => (
          <ThreadItem key={thread.root.id} id={id} thread={thread} />
        ))}
      </ol>
      {query.isFetchNextPageError && (
        <FetchError error={query.error} isTrying={isFetching} onTryAgain={showMore} />
      )}
      {hasNextPage && !query.isFetchNextPageError && (
        <div className="pagination">
          <p className="text-soft figure">
            Showing {plain(threads.length)} of {plain(total)} {hasReplies ? 'threads' : 'comments'}
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
})

/** A thread. The replies that did not come with the page are read on request. */
const ThreadItem = ({ id, thread }: { id: string; thread: Thread }) => {
  const { root } = thread
  const [isOpened, setOpened] = useState(false)
  const query = useInfiniteQuery({
    ...threadQueries.replies(id, { rootId: root.id }),
    enabled: isOpened,
  })
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = query
  const replies = mergedReplies(thread.replies, data === undefined ? [] : commentsOf(data))
  const focusAfter = useFocusAfter(replies)
  const missing = root.replyCount - replies.length
  const showMore = () => {
    focusAfter(replies.at(-1) ?? root)
    if (isOpened && hasNextPage) void fetchNextPage()
    setOpened(true)
  }
  const hasMore = missing > 0 && (!isOpened || data === undefined || hasNextPage)
  return (
    <>
      <CommentBranch branch={branchOf({ root, replies })} />
      {error !== null && (
        <li>
          <FetchError error={error} isTrying={isFetching} onTryAgain={refetch} />
        </li>
      )}
      {hasMore && error === null && (
        <li className="more-replies">
          <button
            type="button"
            className="button-inline"
            disabled={isOpened && isFetching}
            onClick={showMore}
          >
            {isOpened && isFetching
              ? 'Loading...'
              : `Show ${counted(missing, 'more reply', 'more replies')}`}
          </button>
        </li>
      )}
    </>
  )
}

const mergedReplies = (first: readonly Comment[], all: readonly Comment[]): readonly Comment[] => {
  if (all.length === 0) return first
  const known = new Map([...first, ...all].map((one) => [one.id, one]))
  return [...known.values()].toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1))
}

/**
 * Moves the focus to the comment after a given one as soon as it is loaded, because the pressed button may disappear.
 */
const useFocusAfter = (rows: readonly Comment[]): ((last: Comment | undefined) => void) => {
  const readUntil: RefObject<string | undefined> = useRef(undefined)
  useEffect(() => {
    const at = rows.findIndex(({ id }) => id === readUntil.current)
    const next = at === -1 ? undefined : rows[at + 1]
    const element = next && document.getElementById(commentAnchor(next.id))
    if (!element) return
    readUntil.current = undefined
    element.focus({ preventScroll: true })
  }, [rows])
  return (last) => {
    readUntil.current = last?.id
  }
}

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
