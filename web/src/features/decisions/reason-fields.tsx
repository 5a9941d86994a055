import { noteLimits, reasonCodes } from '@answerable/contracts/decisions'
import { Field } from '../../ui/field.tsx'
import { type Reason, reasonCodeOf } from './reason.ts'

type ReasonFieldsProps = {
  reason: Reason
  /** Who reads the note beside the administrators. */
  reader: 'author' | 'nobody else'
  problem: string | undefined
  onChange: (reason: Reason) => void
}

export const ReasonFields = ({ reason, reader, problem, onChange }: ReasonFieldsProps) => (
  <div className="reason-fields">
    <Field label="Reason (optional)">
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
          <option value="">No reason given</option>
          {Object.entries(reasonCodes).map(([code, label]) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
    <Field
      label={reader === 'author' ? 'Note to the author (optional)' : 'Note (optional)'}
      error={problem}
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
