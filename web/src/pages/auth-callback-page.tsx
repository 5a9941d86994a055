import { pages } from '@answerable/contracts/pages'
import { useEffect, useState } from 'react'
import { useLoaderData, useNavigate } from 'react-router-dom'
import { type LinkOutcome, verifyToken } from '../features/sign-in/open-link.ts'
import { useSignIn } from '../features/sign-in/sign-in.tsx'
import { useSignedIn } from '../features/sign-in/signed-in.ts'
import { VerifyingLogin } from '../features/sign-in/verifying-login.tsx'
import { PageTitle, titled } from '../frame/page-title.tsx'
import { useToast } from '../ui/toast.tsx'

/** What became of the link is known when this page is shown; it says so and goes home. */
export const AuthCallbackPage = () => {
  const opened = useLoaderData<LinkOutcome>()
  const [confirmed, setConfirmed] = useState<LinkOutcome>()
  const [isVerifying, setVerifying] = useState(false)
  const outcome = confirmed ?? opened
  useAnnounce(outcome)

  if (outcome.kind !== 'to-confirm' || isVerifying) return <VerifyingLogin />
  const confirm = async () => {
    setVerifying(true)
    setConfirmed(await verifyToken(outcome.token))
  }
  return (
    <div className="page-narrow">
      <PageTitle title={titled('Confirm sign-in')}>Confirm sign-in</PageTitle>
      <p className="mt-3 text-pretty">
        This link was opened in another browser than the one that asked for it. Confirm that it was
        you.
      </p>
      <button type="button" className="button-primary mt-6" onClick={confirm}>
        Confirm sign-in
      </button>
    </div>
  )
}

const useAnnounce = (outcome: LinkOutcome): void => {
  const toast = useToast()
  const signedIn = useSignedIn()
  const { showRestricted } = useSignIn()
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: an outcome is announced once
  useEffect(() => {
    if (outcome.kind === 'to-confirm') return
    if (outcome.kind === 'signed-in') {
      signedIn(outcome.user)
      toast({ title: 'Welcome!', description: `Signed in as ${outcome.user.email}` })
    } else if (outcome.kind === 'missing') {
      toast({
        title: 'Invalid link',
        description: 'No authentication token found.',
        variant: 'destructive',
      })
    } else {
      toast({
        title: 'Authentication failed',
        description: outcome.message,
        variant: 'destructive',
      })
      if (outcome.isRestricted) showRestricted()
    }
    void navigate(pages.home, { replace: true })
  }, [outcome])
}
