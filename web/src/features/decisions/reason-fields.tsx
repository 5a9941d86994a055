import { reasonCodes } from '@answerable/contracts/decisions'
import { Field } from '../../ui/field.tsx'
import { NoteField } from './note-field.tsx'
import { type Reason, reasonCodeOf } from './reason.ts'

type ReasonFieldsProps = {
  reason: Reason
  /** Reader of the note besides the administrators. */
  reader: keyof typeof noteLabels
  /** Whether the decision needs a reason. */
  isRequired?: boolean
  /** The error of the decision; it may be about the note. */
  error: unknown
  onChange: (reason: Reason) => void
}

const noteLabels = {
  author: 'Note to the author (optional)',
  member: 'Note to the member (optional)',
  notifier: 'Note to the notifier (optional)',
  'nobody else': 'Note (optional)',
} as const

export const ReasonFields = ({
  reason,
  reader,
  isRequired = false,
  error,
  onChange,
}: ReasonFieldsProps) => (
  <div className="reason-fields">
    <Field label={isRequired ? 'Reason' : 'Reason (optional)'}>
      {(control) => (
        <select
          {...control}
          className="input"
          data-key="n"
          value={reason.reasonCode}
          onChange={(event) =>
            onChange({ ...reason, reasonCode: reasonCodeOf(event.target.value) })
          }
        >
          <option value="">{isRequired ? 'Choose a reason' : 'No reason given'}</option>
          {Object.entries(reasonCodes).map(([code, label]) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
    <NoteField
      label={noteLabels[reader]}
      note={reason.note}
      error={error}
      onChange={(note) => onChange({ ...reason, note })}
    />
  </div>
)
