import { useQuery } from '@tanstack/react-query'
import * as Tabs from 'radix-ui/tabs'
import { useEffect, useState } from 'react'
import { useSignIn } from '../../session/sign-in-context.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CodeForm } from './code-form.tsx'
import { geolocationQueries } from './geolocation.ts'
import { MagicLinkForm } from './magic-link-form.tsx'

type Step = 'choice' | 'magic-link' | 'code'

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
            <MagicLinkForm
              email={email}
              onEmail={setEmail}
              onBack={back}
              onSent={() => setStep('code')}
            />
          </Tabs.Content>
          <Tabs.Content value="code" tabIndex={-1}>
            <CodeForm email={email} onEmail={setEmail} onBack={back} onSignedIn={onSignedIn} />
          </Tabs.Content>
        </Tabs.Root>
      )}
    </Dialog>
  )
}
