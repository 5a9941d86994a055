import type { AdminSubmission } from '@answerable/contracts/submissions'
import { useState } from 'react'
import { Disclosure } from '../../ui/disclosure.tsx'
import { useDecide } from './decide.ts'
import { noReason } from './reason.ts'
import { ReasonFields } from './reason-fields.tsx'

type LockControlsProps = {
  submission: Pick<AdminSubmission, 'id' | 'version' | 'discussionLocked'>
  onDecided: () => void
  onConflict: () => void
}

/** Locks or unlocks the discussion of a submission, with an optional reason. */
export const LockControls = ({ onDecided, ...props }: LockControlsProps) => (
  <div className="mt-3">
    <Disclosure button={actionOn(props.submission).open} buttonClass="link text-sm">
      {(close) => (
        <LockForm
          {...props}
          onCancel={close}
          onDecided={() => {
            close()
            onDecided()
          }}
        />
      )}
    </Disclosure>
  </div>
)

const LockForm = ({
  submission,
  onCancel,
  onDecided,
  onConflict,
}: LockControlsProps & { onCancel: () => void }) => {
  const [reason, setReason] = useState(noReason)
  const decide = useDecide(
    'submission',
    { ...submission, submissionId: submission.id },
    { onDecided, onConflict },
  )
  const { kind, effect, confirm } = actionOn(submission)
  return (
    <form
      className="panel-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (!decide.isPending) decide.mutate({ kind, reason })
      }}
    >
      <p className="mt-2 text-sm text-soft">{effect}</p>
      <ReasonFields reason={reason} reader="author" error={decide.error} onChange={setReason} />
      <div className="decision-buttons">
        <button type="submit" className="button-primary" disabled={decide.isPending}>
          {confirm}
        </button>
        <button type="button" className="button-secondary" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
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

const actionOn = ({ discussionLocked }: LockControlsProps['submission']) =>
  discussionLocked ? unlock : lock
