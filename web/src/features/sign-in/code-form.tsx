import { codeLength, verifyCode } from '@answerable/contracts/sign-in'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, messageFor } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useWait } from '../../api/use-wait.ts'
import { useSetCurrentUser } from '../../session/set-current-user.ts'
import { useSignIn } from '../../session/sign-in-context.ts'
import { CodeField } from '../../ui/code-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { WaitNotice } from '../../ui/wait-notice.tsx'
import { EmailField, isPlausibleEmail } from './email-field.tsx'

type CodeFormProps = {
  email: string
  onEmail: (email: string) => void
  onBack: () => void
  onSend: () => void
  onSignedIn: () => void
}

export const CodeForm = ({ email, onEmail, onBack, onSend, onSignedIn }: CodeFormProps) => {
  const toast = useToast()
  const setCurrentUser = useSetCurrentUser()
  const { showRestricted } = useSignIn()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const verify = useMutation({
    mutationFn: () => call(verifyCode, { body: { email: email.trim(), code } }),
    onSuccess: ({ user }) => {
      onSignedIn()
      setCurrentUser(user)
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
        if (!isReady) return
        onSend()
        verify.mutate()
      }}
    >
      <EmailField email={email} onEmail={onEmail} />
      <CodeField
        code={code}
        error={problem}
        autoFocus={email !== ''}
        onCode={(next) => {
          setProblem(undefined)
          setCode(next)
        }}
      />
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
