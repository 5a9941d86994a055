import type { ReviewedSubmission } from '@answerable/contracts/review'
import { useState } from 'react'
import { AppealControls } from '../../features/appeals/appeal-controls.tsx'
import { DecisionControls } from '../../features/decisions/decision-controls.tsx'
import { MergeForm } from '../../features/merges/merge-form.tsx'
import { AlreadyDecided } from '../../features/review/already-decided.tsx'
import { ReviewFacts } from '../../features/review/review-facts.tsx'
import { ReviewHead } from '../../features/review/review-head.tsx'
import { QueueFrame } from './queue-frame.tsx'

type QueueItemProps = {
  submission: ReviewedSubmission
  /** Whether another administrator has decided on it. */
  isGone: boolean
  /** The current administrator, to warn about appeals against their own removals. */
  readerId: string
  onDecided: () => void
}

/** A submission of the queue. */
export const QueueItem = ({ submission, isGone, readerId, onDecided }: QueueItemProps) => {
  const [hasConflict, setConflict] = useState(false)
  const { appeal, decisions } = submission
  const onConflict = () => setConflict(true)
  return (
    <QueueFrame entry={submission} isGone={isGone} hasConflict={hasConflict}>
      <ReviewHead submission={submission} flags="beside it" />
      <ReviewFacts submission={{ ...submission, appeals: appeal === null ? [] : [appeal] }} />
      {(isGone || hasConflict) && <AlreadyDecided id={submission.id} />}
      {!isGone && appeal !== null && (
        <AppealControls
          appeal={appeal}
          what="submission"
          submissionId={submission.id}
          decisions={decisions}
          readerId={readerId}
          onDecided={onDecided}
        />
      )}
      {!isGone && appeal === null && (
        <DecisionControls submission={submission} onDecided={onDecided} onConflict={onConflict} />
      )}
      {!isGone && submission.approved && (
        <MergeForm submission={submission} onDecided={onDecided} onConflict={onConflict} />
      )}
    </QueueFrame>
  )
}
