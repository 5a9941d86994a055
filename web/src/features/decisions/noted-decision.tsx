import { useState } from 'react'
import { NoteField } from './note-field.tsx'

type Choice = {
  label: string
  decide: (note: string) => void
  /** A confirmation that the button opens, in place of the decision. */
  opens?: { panel: string; isOpen: boolean }
}

type NotedDecisionProps = {
  /** Label of the note. */
  label: string
  /** What is decided, for the names of the buttons. */
  subject: string
  isPending: boolean
  error: unknown
  /** Absent if there is nothing to confirm. */
  confirm: Choice | null
  refuse: Choice
}

/** A note and the buttons to confirm or refuse what a member has sent. */
export const NotedDecision = ({
  label,
  subject,
  isPending,
  error,
  confirm,
  refuse,
}: NotedDecisionProps) => {
  const [note, setNote] = useState('')
  return (
    <div className="decision">
      <NoteField label={label} note={note} error={error} onChange={setNote} />
      <div className="decision-buttons">
        {confirm !== null && (
          <button
            type="button"
            className="button-secondary"
            data-key="a"
            aria-label={`${confirm.label}: ${subject}`}
            {...(confirm.opens !== undefined && {
              'aria-expanded': confirm.opens.isOpen,
              'aria-controls': confirm.opens.panel,
            })}
            disabled={isPending}
            onClick={() => confirm.decide(note)}
          >
            {confirm.label}
          </button>
        )}
        <button
          type="button"
          className="button-secondary"
          data-tone="signal"
          data-key="r"
          aria-label={`${refuse.label}: ${subject}`}
          disabled={isPending}
          onClick={() => refuse.decide(note)}
        >
          {refuse.label}
        </button>
      </div>
    </div>
  )
}
