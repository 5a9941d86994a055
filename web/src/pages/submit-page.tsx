import { submissionLimits } from '@answerable/contracts/submissions'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { LoginHint } from '../features/sign-in/login-hint.tsx'
import { VoteControl } from '../features/votes/vote-control.tsx'
import { PageTitle, titled } from '../layout/page-title.tsx'
import { hasSessionHint, sessionQueries } from '../session/current-user.ts'

const loadForm = async () => ({
  default: (await import('../features/submissions/submit-form.tsx')).SubmitForm,
})

/** Visitors cannot use the form, so they do not load it. */
const SubmitForm = lazy(loadForm)

export const SubmitPage = () => {
  const [search] = useSearchParams()
  const user = useQuery(sessionQueries.currentUser())
  useEffect(() => {
    // While the session is requested. If it fails, the form is requested again.
    if (hasSessionHint()) void loadForm().catch(() => undefined)
  }, [])
  if (user.isPending) return <div className="page-narrow" aria-busy="true" />
  if (!user.data) return <LoginRequired />
  return (
    <div className="page-narrow">
      <PageTitle title={titled('Submit a boycott')}>Submit a boycott</PageTitle>
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
