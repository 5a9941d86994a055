import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { AppealControls } from '../../features/appeals/appeal-controls.tsx'
import { DecisionControls } from '../../features/decisions/decision-controls.tsx'
import { LockControls } from '../../features/decisions/lock-controls.tsx'
import { RenameControls } from '../../features/decisions/rename-controls.tsx'
import { MergeForm } from '../../features/merges/merge-form.tsx'
import { MergeRecords } from '../../features/merges/merge-records.tsx'
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
  const { appeal, decisions, merges } = data
  const settled = {
    onDecided: () => setConflict(false),
    onConflict: () => setConflict(true),
  }
  return (
    <div className="review-panel">
      <ReviewFacts submission={data} />
      {merges.length > 0 && <MergeRecords id={id} merges={merges} {...settled} />}
      {hasConflict && <AlreadyDecided kind="submission" id={id} />}
      {data.mergedInto !== null ? null : appeal !== null ? (
        <AppealControls
          appeal={appeal}
          what="submission"
          submissionId={id}
          decisions={decisions}
          readerId={readerId}
          onDecided={() => setConflict(false)}
        />
      ) : (
        <DecisionControls submission={data} {...settled} />
      )}
      {data.approved && <MergeForm submission={data} {...settled} />}
      {data.mergedInto === null && <LockControls submission={data} {...settled} />}
      {data.mergedInto === null && <RenameControls submission={data} {...settled} />}
      {data.mergedInto === null && (
        <p className="mt-3 text-sm">
          <Link className="link" to={adminAddress('super-boost', { id })}>
            Boost
          </Link>
        </p>
      )}
    </div>
  )
}
