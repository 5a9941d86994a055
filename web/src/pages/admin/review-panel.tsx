import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { AppealControls } from '../../features/appeals/appeal-controls.tsx'
import { DecisionControls } from '../../features/decisions/decision-controls.tsx'
import { AlreadyDecided } from '../../features/review/already-decided.tsx'
import { ReviewFacts } from '../../features/review/review-facts.tsx'
import { reviewQueries } from '../../features/review/review-queries.ts'
import { FetchError } from '../../ui/fetch-error.tsx'
import { adminAddress } from './admin-address.ts'

type ReviewPanelProps = { id: string; readerId: string }

/** Review of one submission, in any state. */
export const ReviewPanel = ({ id, readerId }: ReviewPanelProps) => {
  const { data, error, isFetching, refetch } = useQuery(reviewQueries.detail(id))
  const [hasConflict, setConflict] = useState(false)
  if (data === undefined && error !== null) {
    return <FetchError error={error} isTrying={isFetching} onTryAgain={refetch} />
  }
  if (data === undefined) {
    return (
      <div className="comment" aria-busy="true">
        <span className="sr-only">Loading the submission</span>
        <div className="bone h-4 w-4/5" aria-hidden="true" />
      </div>
    )
  }
  const { appeal, decisions } = data
  return (
    <div className="review-panel">
      <ReviewFacts submission={data} />
      {hasConflict && <AlreadyDecided id={id} />}
      {appeal !== null ? (
        <AppealControls
          appeal={appeal}
          submissionId={id}
          isOwnRemoval={decisions.some(
            ({ decisionId, moderator }) =>
              decisionId === appeal.decisionId && moderator.id === readerId,
          )}
          onDecided={() => setConflict(false)}
        />
      ) : (
        <DecisionControls
          submission={data}
          onDecided={() => setConflict(false)}
          onConflict={() => setConflict(true)}
        />
      )}
      <p className="mt-3 text-sm">
        <Link className="link" to={adminAddress('super-boost', { id })}>
          Boost
        </Link>
      </p>
    </div>
  )
}
