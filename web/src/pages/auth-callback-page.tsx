import { pages } from '@answerable/contracts/pages'
import { Suspense, use, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { type LinkOutcome, verifyToken } from '../features/sign-in/open-link.ts'
import { PageTitle, titled } from '../layout/page-title.tsx'
import { useSetCurrentUser } from '../session/set-current-user.ts'
import { useSignIn } from '../session/sign-in-context.ts'
import { useToast } from '../ui/toast.tsx'

type AuthCallbackPageProps = { openedLink: Promise<LinkOutcome> }

export const AuthCallbackPage = ({ openedLink }: AuthCallbackPageProps) => (
  <Suspense fallback={<VerifyingLogin />}>
    <OpenedLink openedLink={openedLink} />
  </Suspense>
)

/** Announces the outcome of a sign-in link and navigates home. */
const OpenedLink = ({ openedLink }: AuthCallbackPageProps) => {
  const opened = use(openedLink)
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
        This link signs you in as <b className="text-ink">{outcome.address}</b>. It was requested in
        another browser. If this is your address and you requested the link, sign in here.
        Otherwise, close this page.
      </p>
      <button type="button" className="button-primary mt-6" onClick={confirm}>
        Confirm sign-in
      </button>
    </div>
  )
}

const VerifyingLogin = () => (
  <div className="page-narrow" aria-busy="true">
    <PageTitle title={titled('Signing in')}>Verifying your login...</PageTitle>
    <div className="progress mt-6" />
  </div>
)

const useAnnounce = (outcome: LinkOutcome): void => {
  const toast = useToast()
  const setCurrentUser = useSetCurrentUser()
  const { showRestricted } = useSignIn()
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: an outcome is announced once
  useEffect(() => {
    if (outcome.kind === 'to-confirm') return
    if (outcome.kind === 'signed-in') {
      setCurrentUser(outcome.user)
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
