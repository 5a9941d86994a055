import type { Appeal } from '@answerable/contracts/appeals'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { noReason } from '../decisions/reason.ts'
import { ReasonFields } from '../decisions/reason-fields.tsx'
import { useDecideOnAppeal } from './appeals.ts'

type AppealControlsProps = {
  appeal: Appeal
  what: 'submission' | 'comment'
  /** Null for a comment. */
  submissionId: string | null
  /** Whether the current administrator made the decision under appeal. */
  isOwnRemoval: boolean
  onDecided: () => void
}

export const AppealControls = ({
  appeal,
  what,
  submissionId,
  isOwnRemoval,
  onDecided,
}: AppealControlsProps) => {
  const [reason, setReason] = useState(noReason)
  const decide = useDecideOnAppeal({ appealId: appeal.id, what, submissionId }, onDecided)
  return (
    <div className="decision">
      {isOwnRemoval && (
        <p className="w-full text-soft">
          You removed this {what}. If the site has another administrator, they must decide on the
          appeal.
        </p>
      )}
      <ReasonFields
        reason={reason}
        reader="author"
        problem={decide.error instanceof ApiError ? decide.error.fields.note : undefined}
        onChange={setReason}
      />
      <div className="decision-buttons">
        <button
          type="button"
          className="button-secondary"
          data-key="a"
          disabled={decide.isPending}
          onClick={() => decide.mutate({ kind: 'overturn', reason })}
        >
          {what === 'submission' ? 'Make public again' : 'Show again'}
        </button>
        <button
          type="button"
          className="button-secondary"
          data-tone="signal"
          data-key="r"
          disabled={decide.isPending}
          onClick={() => decide.mutate({ kind: 'uphold', reason })}
        >
          Uphold removal
        </button>
      </div>
    </div>
  )
}
