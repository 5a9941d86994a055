import { useRef, useState } from 'react'
import { AppealControls } from '../../features/appeals/appeal-controls.tsx'
import { DecisionControls } from '../../features/decisions/decision-controls.tsx'
import { AlreadyDecided } from '../../features/review/already-decided.tsx'
import type { QueueEntry } from '../../features/review/queue-order.ts'
import { ReviewFacts } from '../../features/review/review-facts.tsx'
import { ReviewHead } from '../../features/review/review-head.tsx'

type QueueItemProps = {
  entry: QueueEntry
  /** The current administrator, to warn about appeals against their own removals. */
  readerId: string
  onDecided: () => void
}

export const QueueItem = ({
  entry: { submission, isGone },
  readerId,
  onDecided,
}: QueueItemProps) => {
  const [hasConflict, setConflict] = useState(false)
  const item = useRef<HTMLLIElement>(null)
  const { appeal, decisions } = submission
  const showConflict = () => {
    setConflict(true)
    // The focused button disappears with the next refetch of the queue.
    item.current?.querySelector<HTMLElement>('.row-target a')?.focus()
  }
  return (
    <li ref={item} className="entry" data-entry={submission.id} data-gone={isGone || undefined}>
      <p className="entry-count">
        {submission.flagCount > 0 && (
          <>
            <span className="figure">{submission.flagCount}</span>{' '}
            {submission.flagCount === 1 ? 'flag' : 'flags'}
          </>
        )}
        {appeal !== null && <b className="font-semibold text-signal">Appeal</b>}
      </p>
      <div className="min-w-0">
        <ReviewHead submission={submission} flags="beside it" />
        <ReviewFacts submission={{ ...submission, appeals: appeal === null ? [] : [appeal] }} />
        {(isGone || hasConflict) && <AlreadyDecided id={submission.id} />}
        {!isGone && appeal !== null && (
          <AppealControls
            appeal={appeal}
            submissionId={submission.id}
            isOwnRemoval={decisions.some(
              ({ decisionId, moderator }) =>
                decisionId === appeal.decisionId && moderator.id === readerId,
            )}
            onDecided={onDecided}
          />
        )}
        {!isGone && appeal === null && (
          <DecisionControls
            submission={submission}
            onDecided={onDecided}
            onConflict={showConflict}
          />
        )}
      </div>
    </li>
  )
}
