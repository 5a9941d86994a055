import { useQuery } from '@tanstack/react-query'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { comments } from './comments.ts'

export const CommentList = ({ id }: { id: string }) => {
  const { data, error, refetch, isFetching } = useQuery(comments(id))
  if (data === undefined) {
    return error === null ? (
      <CommentSkeleton />
    ) : (
      <Trouble error={error} isTrying={isFetching} onTryAgain={refetch} />
    )
  }
  if (data.length === 0) return <p className="py-4 text-soft">No comments yet.</p>
  return (
    <ol>
      {data.map((comment) => (
        <li key={comment.id} className="comment">
          <p className="text-sm text-soft">
            <b className="name font-semibold text-ink">{comment.author?.username ?? 'Unknown'}</b>{' '}
            <RelativeTime at={comment.createdAt} />
          </p>
          <p className="comment-text">{comment.content}</p>
        </li>
      ))}
    </ol>
  )
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
