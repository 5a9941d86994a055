import type { ReviewedAlternative } from '@answerable/contracts/alternatives'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { ApproveOrRemove } from '../../features/decisions/approve-or-remove.tsx'
import { useDecideOnAlternative } from '../../features/decisions/decide.ts'
import { AlternativeFacts, AlternativeHead } from '../../features/review/alternative-facts.tsx'
import { reviewQueries } from '../../features/review/review-queries.ts'
import { FetchError } from '../../ui/fetch-error.tsx'
import { adminAddress } from './admin-address.ts'
import { QueueFrame } from './queue-frame.tsx'

type QueueAlternativeProps = {
  alternative: ReviewedAlternative
  isGone: boolean
  onDecided: () => void
}

/** An alternative of the queue. */
export const QueueAlternative = ({ alternative, isGone, onDecided }: QueueAlternativeProps) => {
  const [hasConflict, setConflict] = useState(false)
  return (
    <QueueFrame entry={{ ...alternative, appeal: null }} isGone={isGone} hasConflict={hasConflict}>
      <AlternativeHead alternative={alternative} />
      <AlternativeFacts alternative={alternative} />
      {isGone || hasConflict ? (
        <AlreadyDecided />
      ) : (
        <Controls
          alternative={alternative}
          onDecided={onDecided}
          onConflict={() => setConflict(true)}
        />
      )}
    </QueueFrame>
  )
}

/** Review of one alternative, in any state. */
export const AlternativePanel = ({ id }: { id: string }) => {
  const { data, error, isFetching, refetch } = useQuery(reviewQueries.alternative(id))
  const [hasConflict, setConflict] = useState(false)
  if (data === undefined && error !== null) {
    return <FetchError error={error} isTrying={isFetching} onTryAgain={refetch} />
  }
  if (data === undefined) {
    return (
      <div className="comment" aria-busy="true">
        <span className="sr-only">Loading the alternative</span>
        <div className="bone h-4 w-4/5" aria-hidden="true" />
      </div>
    )
  }
  return (
    <section className="review-panel" aria-label="Review of an alternative">
      <p className="mb-3 text-sm">
        <Link className="link" to={adminAddress('flagged')}>
          Back to the queue
        </Link>
      </p>
      <AlternativeHead alternative={data} />
      <AlternativeFacts alternative={data} />
      {hasConflict && <AlreadyDecided />}
      <Controls
        alternative={data}
        onDecided={() => setConflict(false)}
        onConflict={() => setConflict(true)}
      />
    </section>
  )
}

const AlreadyDecided = () => (
  <div role="status" className="meanwhile">
    <p className="font-semibold">Already decided</p>
    <p className="text-soft">Another administrator decided first. Your decision was not applied.</p>
  </div>
)

type ControlsProps = {
  alternative: ReviewedAlternative
  onDecided: () => void
  onConflict: () => void
}

const Controls = ({ alternative, ...options }: ControlsProps) => {
  const decide = useDecideOnAlternative(alternative, options)
  const { state, flagCount, name } = alternative
  return (
    <ApproveOrRemove
      name={`the alternative ${name}`}
      mayApprove={state === 'removed' || flagCount > 0}
      mayRemove={state === 'shown'}
      decide={decide}
    />
  )
}
