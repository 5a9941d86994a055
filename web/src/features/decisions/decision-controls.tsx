import type { AdminSubmission } from '@answerable/contracts/submissions'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useDecide } from './decide.ts'
import { noReason } from './reason.ts'
import { ReasonFields } from './reason-fields.tsx'

type DecisionControlsProps = {
  submission: Pick<AdminSubmission, 'id' | 'version' | 'approved' | 'flagCount' | 'targetName'>
  onDecided: () => void
  onConflict: () => void
}

/** Buttons to approve and remove, each only where it would change something, with an optional reason. */
export const DecisionControls = ({ submission, onDecided, onConflict }: DecisionControlsProps) => {
  const [reason, setReason] = useState(noReason)
  const decide = useDecide(submission, {
    onDecided: () => {
      setReason(noReason)
      onDecided()
    },
    onConflict,
  })
  const { approved, flagCount, targetName } = submission
  return (
    <div className="decision">
      <ReasonFields
        reason={reason}
        reader="author"
        problem={decide.error instanceof ApiError ? decide.error.fields.note : undefined}
        onChange={setReason}
      />
      <div className="decision-buttons">
        {(!approved || flagCount > 0) && (
          <button
            type="button"
            className="button-secondary"
            data-key="a"
            aria-label={`Approve ${targetName}`}
            disabled={decide.isPending}
            onClick={() => decide.mutate({ kind: 'approve', reason })}
          >
            Approve
          </button>
        )}
        {approved && (
          <button
            type="button"
            className="button-secondary"
            data-tone="signal"
            data-key="r"
            aria-label={`Remove ${targetName}`}
            disabled={decide.isPending}
            onClick={() => decide.mutate({ kind: 'remove', reason })}
          >
            Remove
          </button>
        )}
      </div>
    </div>
  )
}
