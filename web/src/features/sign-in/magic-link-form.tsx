import { requestMagicLink } from '@answerable/contracts/sign-in'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, messageFor } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useWait } from '../../api/use-wait.ts'
import { useSignIn } from '../../session/sign-in-context.ts'
import { useToast } from '../../ui/toast.tsx'
import { WaitNotice } from '../../ui/wait-notice.tsx'
import { EmailField, isPlausibleEmail } from './email-field.tsx'

type MagicLinkFormProps = {
  email: string
  onEmail: (email: string) => void
  onBack: () => void
  onSent: () => void
}

export const MagicLinkForm = ({ email, onEmail, onBack, onSent }: MagicLinkFormProps) => {
  const toast = useToast()
  const { showRestricted } = useSignIn()
  const [problem, setProblem] = useState<string>()
  const send = useMutation({
    mutationFn: (address: string) => call(requestMagicLink, { body: { email: address } }),
    onSuccess: () => {
      toast({ title: 'Magic link sent!', description: 'Check your email for the login link.' })
      onSent()
    },
    onError: (error) => {
      const message = messageFor(error, 'Failed to send magic link')
      setProblem((error instanceof ApiError ? error.fields.email : undefined) ?? message)
      toast({ title: 'Error', description: message, variant: 'destructive' })
      if (error instanceof ApiError && error.code === 'jurisdiction_restricted') showRestricted()
    },
  })
  const wait = useWait(send.error)
  const isReady = isPlausibleEmail(email) && !send.isPending && wait === 0

  return (
    <form
      className="mt-5 grid gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) send.mutate(email.trim())
      }}
    >
      <EmailField
        email={email}
        problem={problem}
        onEmail={(next) => {
          setProblem(undefined)
          onEmail(next)
        }}
      />
      <WaitNotice seconds={wait} />
      <div className="form-actions">
        <button type="button" className="button-secondary" onClick={onBack}>
          Back
        </button>
        <button type="submit" className="button-primary" disabled={!isReady}>
          Send Auth Email
        </button>
      </div>
    </form>
  )
}
