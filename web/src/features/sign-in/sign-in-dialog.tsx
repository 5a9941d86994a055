import { useQuery } from '@tanstack/react-query'
import * as Tabs from 'radix-ui/tabs'
import { useEffect, useRef, useState } from 'react'
import { useSignIn } from '../../session/sign-in-context.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import { CodeForm } from './code-form.tsx'
import { geolocationQueries } from './geolocation.ts'
import { MagicLinkForm } from './magic-link-form.tsx'

type Step = 'choice' | 'magic-link' | 'code'

/** Time to read the first notification about a sent mail before the second replaces it. */
const secondToastDelayMilliseconds = 1_500

type SignInDialogProps = {
  /** Whether a request waits for the user to sign in. */
  hasWork: boolean
  onClose: () => void
  onSignedIn: () => void
}

export const SignInDialog = ({ hasWork, onClose, onSignedIn }: SignInDialogProps) => {
  const [step, setStep] = useState<Step>('choice')
  const [email, setEmail] = useState('')
  const { showRestricted } = useSignIn()
  const toast = useToast()
  const secondToast = useRef<ReturnType<typeof setTimeout>>(undefined)
  const location = useQuery(geolocationQueries.current())

  const isRefused = location.data?.geolocation.isAllowed === false
  const chooseEmail = () => {
    if (isRefused) showRestricted()
    else setStep('magic-link')
  }
  // On a slow connection the country becomes known after the choice.
  useEffect(() => {
    if (step !== 'choice' && isRefused) showRestricted()
  }, [step, isRefused, showRestricted])
  const back = () => {
    setStep('choice')
    setEmail('')
  }

  const showCodeForm = () => {
    setStep('code')
    clearTimeout(secondToast.current)
    secondToast.current = setTimeout(
      () =>
        toast({
          title: 'Email sent!',
          description: 'Check your email for the magic link and verification code.',
        }),
      secondToastDelayMilliseconds,
    )
  }

  return (
    <Dialog
      title="Answerable"
      subtitle="Join the community to submit and vote on boycotts"
      onClose={onClose}
    >
      {hasWork && (
        <p className="mt-4 text-pretty">
          Your session has expired. Sign in again and we’ll send it for you.
        </p>
      )}
      {step === 'choice' ? (
        <button
          type="button"
          className="button-primary mt-6 w-full"
          data-initial-focus
          onClick={chooseEmail}
        >
          Sign in with Email
        </button>
      ) : (
        <Tabs.Root
          className="mt-5"
          value={step}
          onValueChange={(tab) => setStep(tab === 'code' ? 'code' : 'magic-link')}
        >
          <Tabs.List className="tabs" aria-label="Sign-in method">
            <Tabs.Trigger className="tab" value="magic-link">
              Magic Link
            </Tabs.Trigger>
            <Tabs.Trigger className="tab" value="code">
              Code
            </Tabs.Trigger>
          </Tabs.List>
          <Tabs.Content value="magic-link" tabIndex={-1}>
            <MagicLinkForm email={email} onEmail={setEmail} onBack={back} onSent={showCodeForm} />
          </Tabs.Content>
          <Tabs.Content value="code" tabIndex={-1}>
            <CodeForm
              email={email}
              onEmail={setEmail}
              onBack={back}
              // It would replace the notification of the result.
              onSend={() => clearTimeout(secondToast.current)}
              onSignedIn={onSignedIn}
            />
          </Tabs.Content>
        </Tabs.Root>
      )}
    </Dialog>
  )
}
