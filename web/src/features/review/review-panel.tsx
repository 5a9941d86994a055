import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Trouble } from '../../ui/trouble.tsx'
import { AppealControls } from '../appeals/appeal-controls.tsx'
import { DecidedMeanwhile } from '../decisions/decided-meanwhile.tsx'
import { DecisionControls } from '../decisions/decision-controls.tsx'
import { adminAddress } from './admin-place.ts'
import { review } from './review.ts'
import { ReviewFacts } from './review-facts.tsx'

type ReviewPanelProps = { id: string; readerId: string }

/** One submission opened for review, whatever state it is in. */
export const ReviewPanel = ({ id, readerId }: ReviewPanelProps) => {
  const { data, error, isFetching, refetch } = useQuery(review(id))
  const [hasConflict, setConflict] = useState(false)
  if (data === undefined && error !== null) {
    return <Trouble error={error} isTrying={isFetching} onTryAgain={refetch} />
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
      {hasConflict && <DecidedMeanwhile id={id} />}
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
