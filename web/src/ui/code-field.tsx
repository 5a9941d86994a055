import { codeLength } from '@answerable/contracts/sign-in'
import { Field } from './field.tsx'

type CodeFieldProps = {
  code: string
  error: string | undefined
  /** Whether the code is the first thing to type. */
  autoFocus: boolean
  onCode: (code: string) => void
}

/** A one-time code from a mail. */
export const CodeField = ({ code, error, autoFocus, onCode }: CodeFieldProps) => (
  <Field label="6-digit code" hint="Enter the code from your email" error={error}>
    {(control) => (
      <input
        {...control}
        className="input code-input"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        // biome-ignore lint/a11y/noAutofocus: the step was opened to type the code
        autoFocus={autoFocus}
        value={code}
        onChange={({ target }) => onCode(digitsOf(target.value))}
      />
    )}
  </Field>
)

/** Typed or pasted text without other characters than digits, cut to the length of a code. */
export const digitsOf = (typed: string): string => typed.replace(/\D/g, '').slice(0, codeLength)
