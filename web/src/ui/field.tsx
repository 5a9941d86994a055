import { type ReactNode, useId } from 'react'
import { counted } from './figures.ts'

type FieldProps = {
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** Current and maximum length. The remaining length is shown near the maximum. */
  length?: { used: number; limit: number }
  children: (control: {
    id: string
    'aria-describedby': string | undefined
    'aria-invalid': true | undefined
  }) => ReactNode
}

const shownFrom = 0.8

export const Field = ({ label, hint, error, length, children }: FieldProps) => {
  const id = useId()
  const left =
    length && length.used >= length.limit * shownFrom ? length.limit - length.used : undefined
  const described = [
    hint !== undefined && `${id}-hint`,
    error !== undefined && `${id}-error`,
    left !== undefined && `${id}-left`,
  ].filter((one) => one !== false)
  return (
    <div className="field" data-invalid={error !== undefined || undefined}>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="text-sm error-text">
          {error}
        </p>
      )}
      {children({
        id,
        'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {left !== undefined && (
        <p id={`${id}-left`} className="text-sm text-soft figure" data-over={left < 0 || undefined}>
          {left >= 0
            ? `${counted(left, 'character')} left`
            : `${counted(-left, 'character')} too many`}
        </p>
      )}
    </div>
  )
}
