import { Field } from '../../ui/field.tsx'

type EmailFieldProps = {
  email: string
  problem?: string | undefined
  onEmail: (email: string) => void
}

export const EmailField = ({ email, problem, onEmail }: EmailFieldProps) => (
  <Field label="Email" error={problem}>
    {(control) => (
      <input
        {...control}
        className="input"
        type="email"
        name="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        // biome-ignore lint/a11y/noAutofocus: the dialog was opened to type here
        autoFocus
        value={email}
        onChange={(event) => onEmail(event.target.value)}
      />
    )}
  </Field>
)

export const isPlausibleEmail = (email: string): boolean =>
  email.trim() !== '' && email.includes('@')
