import type { AdminNotice } from '@answerable/contracts/notices'
import { useState } from 'react'
import { noReason } from '../decisions/reason.ts'
import { ReasonFields } from '../decisions/reason-fields.tsx'
import { useDecideOnNotice } from './notice-queries.ts'

type NoticeDecisionProps = {
  notice: AdminNotice
  onDecided: () => void
  onConflict: () => void
}

/** Buttons to uphold and decline a notice or its objection, with a reason. */
export const NoticeDecision = ({ notice, onDecided, onConflict }: NoticeDecisionProps) => {
  const [reason, setReason] = useState(noReason)
  const decide = useDecideOnNotice(notice.id, { onDecided, onConflict })
  const isReady = reason.reasonCode !== '' && !decide.isPending
  const isExplained =
    reason.note.trim() !== '' || notice.what.some(({ removal }) => removal !== null)
  return (
    <div className="decision">
      <ReasonFields
        reason={reason}
        reader="notifier"
        isRequired
        error={decide.error}
        onChange={setReason}
      />
      <div className="decision-buttons">
        <button
          type="button"
          className="button-secondary"
          data-tone="signal"
          data-key="r"
          disabled={!isReady || !isExplained}
          onClick={() => decide.mutate({ kind: 'uphold', reason })}
        >
          Uphold notice
        </button>
        <button
          type="button"
          className="button-secondary"
          data-key="a"
          disabled={!isReady}
          onClick={() => decide.mutate({ kind: 'decline', reason })}
        >
          Decline notice
        </button>
      </div>
    </div>
  )
}
