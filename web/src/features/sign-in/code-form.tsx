import { codeLength, verifyCode } from '@answerable/contracts/sign-in'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, messageFor } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useWait } from '../../api/use-wait.ts'
import { Field } from '../../ui/field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { WaitNotice } from '../../ui/wait-notice.tsx'
import { EmailField, isPlausibleEmail } from './email-field.tsx'
import { forgetSignInFlow } from './flow-mark.ts'
import { useSignIn } from './sign-in.tsx'
import { useSignedIn } from './signed-in.ts'

type CodeFormProps = {
  email: string
  onEmail: (email: string) => void
  onBack: () => void
  onSignedIn: () => void
}

export const CodeForm = ({ email, onEmail, onBack, onSignedIn }: CodeFormProps) => {
  const toast = useToast()
  const signedIn = useSignedIn()
  const { showRestricted } = useSignIn()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const verify = useMutation({
    mutationFn: () => call(verifyCode, { body: { email: email.trim(), code } }),
    onSuccess: ({ user }) => {
      forgetSignInFlow()
      onSignedIn()
      signedIn(user)
      toast({ title: 'Welcome!', description: `Signed in as ${user.email}` })
    },
    onError: (error) => {
      const message = messageFor(error, 'Please check your code and try again.')
      setProblem(message)
      toast({ title: 'Invalid code', description: message, variant: 'destructive' })
      if (error instanceof ApiError && error.code === 'jurisdiction_restricted') showRestricted()
    },
  })
  const wait = useWait(verify.error)
  const isReady =
    isPlausibleEmail(email) && code.length === codeLength && !verify.isPending && wait === 0

  return (
    <form
      className="mt-5 grid gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) verify.mutate()
      }}
    >
      <EmailField email={email} onEmail={onEmail} />
      <Field label="6-digit code" hint="Enter the code from your email" error={problem}>
        {(control) => (
          <input
            {...control}
            className="input code-input"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            // biome-ignore lint/a11y/noAutofocus: with the address known, the code is what is missing
            autoFocus={email !== ''}
            value={code}
            onChange={(event) => {
              setProblem(undefined)
              setCode(digitsOf(event.target.value))
            }}
          />
        )}
      </Field>
      <WaitNotice seconds={wait} />
      <div className="form-actions">
        <button type="button" className="button-secondary" onClick={onBack}>
          Back
        </button>
        <button type="submit" className="button-primary" disabled={!isReady}>
          Sign In
        </button>
      </div>
    </form>
  )
}

/** What is typed or pasted, as a code: digits only, cut at their number. */
export const digitsOf = (typed: string): string => typed.replace(/\D/g, '').slice(0, codeLength)
