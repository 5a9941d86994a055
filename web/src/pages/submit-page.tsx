import { useQuery } from '@tanstack/react-query'
import { LoginHint } from '../features/sign-in/login-hint.tsx'
import { SubmitForm } from '../features/submissions/submit-form.tsx'
import { PageTitle, titled } from '../layout/page-title.tsx'
import { sessionQueries } from '../session/current-user.ts'

export const SubmitPage = () => {
  const user = useQuery(sessionQueries.currentUser())
  if (user.isPending) return <div className="page-narrow" aria-busy="true" />
  if (!user.data) return <LoginRequired />
  return (
    <div className="page-narrow">
      <PageTitle title={titled('Submit a boycott')}>Submit a boycott</PageTitle>
      <p className="mt-2 intro">
        Name the target, say what happened, and give sources that readers can check.
      </p>
      <SubmitForm />
    </div>
  )
}

const LoginRequired = () => (
  <LoginHint heading={<PageTitle title={titled('Login Required')}>Login Required</PageTitle>}>
    You must be logged in to submit a boycott.
  </LoginHint>
)
