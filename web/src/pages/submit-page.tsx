import { pages } from '@answerable/contracts/pages'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { currentUser } from '../features/sign-in/current-user.ts'
import { useSignIn } from '../features/sign-in/sign-in.tsx'
import { SubmitForm } from '../features/submissions/submit-form.tsx'
import { PageTitle, titled } from '../frame/page-title.tsx'

export const SubmitPage = () => {
  const user = useQuery(currentUser())
  if (user.isPending) return <div className="page-narrow" aria-busy="true" />
  if (!user.data) return <LoginRequired />
  return (
    <div className="page-narrow">
      <PageTitle title={titled('Submit a boycott')}>Submit a boycott</PageTitle>
      <p className="mt-2 text-soft text-pretty">
        Say who it is about, what they did, and where a reader can check it.
      </p>
      <SubmitForm />
    </div>
  )
}

const LoginRequired = () => {
  const { open } = useSignIn()
  return (
    <div className="page-narrow">
      <PageTitle title={titled('Login Required')}>Login Required</PageTitle>
      <p className="mt-3">You must be logged in to submit a boycott.</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <button type="button" className="button-primary" onClick={open}>
          Log in
        </button>
        <Link to={pages.home} className="button-secondary">
          Back to Home
        </Link>
      </div>
    </div>
  )
}
