import type { CommentSort } from '@answerable/contracts/comments'
import { boycottPath } from '@answerable/contracts/pages'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { isMissing } from '../../api/api-error.ts'
import { FetchError } from '../../ui/fetch-error.tsx'
import { CommentBranch } from './comment-item.tsx'
import { commentQueries } from './comments.ts'
import { threadQueries } from './thread-queries.ts'
import { branchOf, commentsOf } from './threads.ts'

type LinkedThreadProps = { id: string; commentId: string; sort: CommentSort }

/** The thread of the comment in the address, if the list below does not show it. */
export const LinkedThread = ({ id, commentId, sort }: LinkedThreadProps) => {
  const list = useInfiniteQuery({ ...commentQueries.threads(id, sort), enabled: false })
  const isListed =
    list.data === undefined || commentsOf(list.data).some((one) => one.id === commentId)
  return isListed ? null : <UnlistedThread id={id} commentId={commentId} />
}

const UnlistedThread = ({ id, commentId }: { id: string; commentId: string }) => {
  const linked = useQuery(threadQueries.one(id, commentId))
  const rootId = linked.data?.rootId ?? commentId
  const root = useQuery({
    ...threadQueries.one(id, rootId),
    enabled: linked.data !== undefined,
  })
  const replyPage = linked.data?.replyPage
  const replies = useInfiniteQuery({
    ...threadQueries.replies(id, { rootId, page: replyPage ?? 1 }),
    enabled: typeof replyPage === 'number',
  })
  // If an update fails, a thread that is already shown stays, unless the comment has been deleted.
  const failed = [linked, root, replies].find(
    ({ data, error }) => error !== null && (data === undefined || isMissing(error)),
  )
  if (failed?.error) {
    if (isMissing(failed.error)) {
      return <p className="notice">The linked comment does not exist or has been deleted.</p>
    }
    return (
      <FetchError
        error={failed.error}
        isTrying={failed.isFetching}
        onTryAgain={() => failed.refetch()}
      />
    )
  }
  const isWaiting = root.data === undefined || (replyPage != null && replies.data === undefined)
  return (
    <div className="linked-thread" aria-busy={isWaiting}>
      <p className="text-sm text-soft">
        Thread of the linked comment.{' '}
        <Link className="link" to={boycottPath(id)} replace>
          Show only the list
        </Link>
      </p>
      {root.data === undefined || isWaiting ? (
        <div className="bone mt-2.5 h-4 w-4/5" />
      ) : (
        <ol className="threads">
          <CommentBranch
            branch={branchOf({
              root: root.data,
              replies: replies.data === undefined ? [] : commentsOf(replies.data),
            })}
          />
        </ol>
      )}
    </div>
  )
}
