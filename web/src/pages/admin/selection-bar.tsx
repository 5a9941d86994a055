import type { QueueEntry } from '@answerable/contracts/review-queue'
import { useState } from 'react'
import { type ManyKind, useDecideOnMany } from '../../features/decisions/decide-on-many.ts'
import { noReason } from '../../features/decisions/reason.ts'
import { ReasonFields } from '../../features/decisions/reason-fields.tsx'
import { choicesOf, oneOfMany } from './selection.ts'

type SelectionBarProps = {
  selected: readonly QueueEntry[]
  onDecided: (ids: readonly string[]) => void
  onClear: () => void
}

const labels = {
  approve: 'Approve all',
  remove: 'Remove all',
  decline: 'Decline all',
} as const satisfies Record<ManyKind, string>

/** One reason and one decision for all selected entries. */
export const SelectionBar = ({ selected, onDecided, onClear }: SelectionBarProps) => {
  const [reason, setReason] = useState(noReason)
  const decide = useDecideOnMany((ids) => {
    setReason(noReason)
    onDecided(ids)
  })
  const choices = (Object.keys(labels) as ManyKind[]).filter((choice) =>
    selected.every((entry) => choicesOf(entry).includes(choice)),
  )
  const needsNote = choices.includes('decline')
  const isReady = !decide.isPending && !(needsNote && reason.note.trim() === '')
  return (
    <section className="selection-bar" aria-label="Selected entries">
      <p role="status">
        <b className="font-semibold">{selected.length} selected.</b>
        {choices.length === 0 && ' These entries cannot be decided together.'}
        {needsNote && ' Enter a note for the members to decline.'}
      </p>
      {choices.length > 0 && (
        <ReasonFields reason={reason} reader="member" error={null} onChange={setReason} />
      )}
      <div className="decision-buttons">
        {choices.map((choice) => (
          <button
            key={choice}
            type="button"
            className="button-secondary"
            {...(choice !== 'approve' && { 'data-tone': 'signal' })}
            disabled={!isReady}
            onClick={() => decide.mutate({ choice, reason, chosen: selected.map(oneOfMany) })}
          >
            {decide.isPending ? 'Deciding...' : labels[choice]}
          </button>
        ))}
        <button
          type="button"
          className="button-inline"
          disabled={decide.isPending}
          onClick={onClear}
        >
          Clear selection
        </button>
      </div>
    </section>
  )
}
