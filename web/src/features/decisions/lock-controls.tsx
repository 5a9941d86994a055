import type { AdminSubmission } from '@answerable/contracts/submissions'
import { useId, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useDecide } from './decide.ts'
import { noReason } from './reason.ts'
import { ReasonFields } from './reason-fields.tsx'

type LockControlsProps = {
  submission: Pick<AdminSubmission, 'id' | 'version' | 'discussionLocked'>
  onDecided: () => void
  onConflict: () => void
}

/** Locks or unlocks the discussion of a submission, with an optional reason. */
export const LockControls = ({ submission, onDecided, onConflict }: LockControlsProps) => {
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState(noReason)
  const panel = useId()
  const decide = useDecide(submission, {
    onDecided: () => {
      setOpen(false)
      setReason(noReason)
      onDecided()
    },
    onConflict,
  })
  const action = submission.discussionLocked ? unlock : lock
  return (
    <div className="mt-3">
      <button
        type="button"
        className="link text-sm"
        aria-expanded={isOpen}
        aria-controls={panel}
        onClick={() => setOpen(!isOpen)}
      >
        {action.open}
      </button>
      <div id={panel}>
        {isOpen && (
          <form
            className="merge"
            onSubmit={(event) => {
              event.preventDefault()
              if (!decide.isPending) decide.mutate({ kind: action.kind, reason })
            }}
          >
            <p className="mt-2 text-sm text-soft">{action.effect}</p>
            <ReasonFields
              reason={reason}
              reader="author"
              problem={decide.error instanceof ApiError ? decide.error.fields.note : undefined}
              onChange={setReason}
            />
            <div className="decision-buttons">
              <button type="submit" className="button-primary" disabled={decide.isPending}>
                {action.confirm}
              </button>
              <button type="button" className="button-secondary" onClick={() => setOpen(false)}>
                Cancel
              </button>
            </div>
          </form>
        )}
      </div>
    </div>
  )
}

const lock = {
  kind: 'lock-discussion',
  open: 'Lock the discussion',
  effect: 'Nobody can add comments or replies until it is unlocked. Existing comments stay.',
  confirm: 'Lock',
} as const

const unlock = {
  kind: 'unlock-discussion',
  open: 'Unlock the discussion',
  effect: 'Members can add comments and replies again.',
  confirm: 'Unlock',
} as const
