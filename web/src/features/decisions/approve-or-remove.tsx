import { useState } from 'react'
import { noReason, type Reason } from './reason.ts'
import { ReasonFields } from './reason-fields.tsx'

type Decision = { kind: 'approve' | 'remove'; reason: Reason }

type ApproveOrRemoveProps = {
  /** What is decided on, for screen readers. */
  name: string
  mayApprove: boolean
  mayRemove: boolean
  decide: {
    error: unknown
    isPending: boolean
    mutate: (decision: Decision, options: { onSuccess: () => void }) => void
  }
}

/** Buttons to approve and remove, each only where it would change something, with an optional reason. */
export const ApproveOrRemove = ({ name, mayApprove, mayRemove, decide }: ApproveOrRemoveProps) => {
  const [reason, setReason] = useState(noReason)
  const send = (kind: Decision['kind']) =>
    decide.mutate({ kind, reason }, { onSuccess: () => setReason(noReason) })
  return (
    <div className="decision">
      <ReasonFields reason={reason} reader="author" error={decide.error} onChange={setReason} />
      <div className="decision-buttons">
        {mayApprove && (
          <button
            type="button"
            className="button-secondary"
            data-key="a"
            aria-label={`Approve ${name}`}
            disabled={decide.isPending}
            onClick={() => send('approve')}
          >
            Approve
          </button>
        )}
        {mayRemove && (
          <button
            type="button"
            className="button-secondary"
            data-tone="signal"
            data-key="r"
            aria-label={`Remove ${name}`}
            disabled={decide.isPending}
            onClick={() => send('remove')}
          >
            Remove
          </button>
        )}
      </div>
    </div>
  )
}
