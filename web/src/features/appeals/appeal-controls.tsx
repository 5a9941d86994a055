import type { Appeal } from '@answerable/contracts/appeals'
import { useState } from 'react'
import { noReason } from '../decisions/reason.ts'
import { ReasonFields } from '../decisions/reason-fields.tsx'
import { type OwnSubject, useDecideOnAppeal } from './appeals.ts'

type AppealControlsProps = {
  appeal: Appeal
  what: OwnSubject['kind']
  /** Null if the detail page does not change. */
  submissionId: string | null
  decisions: readonly { decisionId: string; moderator: { id: string } }[]
  /** The current administrator, to warn about an appeal against their own decision. */
  readerId: string
  onDecided: () => void
}

export const AppealControls = ({
  appeal,
  what,
  submissionId,
  decisions,
  readerId,
  onDecided,
}: AppealControlsProps) => {
  const [reason, setReason] = useState(noReason)
  const isOwnRemoval = decisions.some(
    ({ decisionId, moderator }) => decisionId === appeal.decisionId && moderator.id === readerId,
  )
  const decide = useDecideOnAppeal({ appealId: appeal.id, what, submissionId }, onDecided)
  return (
    <div className="decision">
      {isOwnRemoval && (
        <p className="w-full text-soft">
          You removed this {what}. If the site has another administrator, they must decide on the
          appeal.
        </p>
      )}
      <ReasonFields reason={reason} reader="author" error={decide.error} onChange={setReason} />
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
