import { submissionLimits } from '@answerable/contracts/submissions'
import { lazy, Suspense, useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { LoginHint } from '../features/sign-in/login-hint.tsx'
import { VoteControl } from '../features/votes/vote-control.tsx'
import { PageTitle, titled } from '../layout/page-title.tsx'
import { hasSessionHint } from '../session/current-user.ts'
import { KnownUser } from '../session/known-user.tsx'

const loadForm = async () => ({
  default: (await import('../features/submissions/submit-form.tsx')).SubmitForm,
})

/** Visitors cannot use the form, so they do not load it. */
const SubmitForm = lazy(loadForm)

export const SubmitPage = () => {
  useEffect(() => {
    // While the session is requested. If it fails, the form is requested again.
    if (hasSessionHint()) void loadForm().catch(() => undefined)
  }, [])
  return (
    <KnownUser heading={<Heading />}>
      {(user) => (user === null ? <LoginRequired /> : <Submit />)}
    </KnownUser>
  )
}

const Heading = () => <PageTitle title={titled('Submit a boycott')}>Submit a boycott</PageTitle>

const Submit = () => {
  const [search] = useSearchParams()
  return (
    <div className="page-narrow">
      <Heading />
      <p className="mt-2 intro">
        Name the target, say what happened, and give sources that readers can check.
      </p>
      <Suspense fallback={<div className="bone mt-8 h-96" aria-hidden="true" />}>
        <SubmitForm
          given={{
            targetName: (search.get('name') ?? '').trim().slice(0, submissionLimits.targetName.max),
            businessId: search.get('business') ?? '',
          }}
          vote={(submission) => <VoteControl submission={submission} />}
        />
      </Suspense>
    </div>
  )
}

const LoginRequired = () => (
  <LoginHint heading={<PageTitle title={titled('Login Required')}>Login Required</PageTitle>}>
    You must be logged in to submit a boycott.
  </LoginHint>
)
