import { noteLimits, reasonCodes } from '@answerable/contracts/decisions'
import { ApiError } from '../../api/api-error.ts'
import { Field } from '../../ui/field.tsx'
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
    <Field
      label={noteLabels[reader]}
      error={error instanceof ApiError ? error.fields.note : undefined}
      length={{ used: reason.note.length, limit: noteLimits.max }}
    >
      {(control) => (
        <textarea
          {...control}
          className="input growing"
          rows={1}
          value={reason.note}
          onChange={(event) => onChange({ ...reason, note: event.target.value })}
        />
      )}
    </Field>
  </div>
)
