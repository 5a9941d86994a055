import { noteLimits } from '@answerable/contracts/decisions'
import { ApiError } from '../../api/api-error.ts'
import { Field } from '../../ui/field.tsx'

type NoteFieldProps = {
  label: string
  note: string
  /** The error of the decision; it may be about the note. */
  error: unknown
  onChange: (note: string) => void
}

/** The note of a decision. */
export const NoteField = ({ label, note, error, onChange }: NoteFieldProps) => (
  <Field
    label={label}
    error={error instanceof ApiError ? error.fields.note : undefined}
    length={{ used: note.length, limit: noteLimits.max }}
  >
    {(control) => (
      <textarea
        {...control}
        className="input growing"
        rows={1}
        value={note}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
)
