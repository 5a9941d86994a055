import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { AppealControls } from '../../features/appeals/appeal-controls.tsx'
import { CommentDecisionControls } from '../../features/decisions/comment-decision-controls.tsx'
import { CommentAlreadyDecided } from '../../features/review/already-decided.tsx'
import { CommentFacts, CommentHead } from '../../features/review/comment-facts.tsx'
import { reviewQueries } from '../../features/review/review-queries.ts'
import { FetchError } from '../../ui/fetch-error.tsx'
import { adminAddress } from './admin-address.ts'

/** Review of one comment, in any state. */
export const CommentPanel = ({ id, readerId }: { id: string; readerId: string }) => {
  const { data, error, isFetching, refetch } = useQuery(reviewQueries.comment(id))
  const [hasConflict, setConflict] = useState(false)
  if (data === undefined && error !== null) {
    return <FetchError error={error} isTrying={isFetching} onTryAgain={refetch} />
  }
  if (data === undefined) {
    return (
      <div className="comment" aria-busy="true">
        <span className="sr-only">Loading the comment</span>
        <div className="bone h-4 w-4/5" aria-hidden="true" />
      </div>
    )
  }
  const { appeal, decisions } = data
  return (
    <section className="review-panel" aria-label="Review of a comment">
      <p className="mb-3 text-sm">
        <Link className="link" to={adminAddress('flagged')}>
          Back to the queue
        </Link>
      </p>
      <CommentHead comment={data} />
      <CommentFacts comment={data} />
      {hasConflict && <CommentAlreadyDecided id={id} />}
      {appeal === null ? (
        <CommentDecisionControls
          comment={data}
          onDecided={() => setConflict(false)}
          onConflict={() => setConflict(true)}
        />
      ) : (
        <AppealControls
          appeal={appeal}
          what="comment"
          submissionId={null}
          decisions={decisions}
          readerId={readerId}
          onDecided={() => setConflict(false)}
        />
      )}
    </section>
  )
}
