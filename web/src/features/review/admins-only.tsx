import { pages } from '@answerable/contracts/pages'
import type { CurrentUser } from '@answerable/contracts/sign-in'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { PageTitle, titled } from '../../frame/page-title.tsx'
import { currentUser } from '../sign-in/current-user.ts'
import { useSignIn } from '../sign-in/sign-in.tsx'

/** Renders, and so asks the server for, nothing that is not for the reader; the server checks again. */
export const AdminsOnly = ({ children }: { children: (admin: CurrentUser) => ReactNode }) => {
  const user = useQuery(currentUser())
  const { open } = useSignIn()
  if (user.isPending) return <div className="page-narrow" aria-busy="true" />
  if (user.data?.isAdmin === true) return children(user.data)
  return (
    <div className="page-narrow">
      <PageTitle title={titled('Access Denied')}>Access Denied</PageTitle>
      <p className="mt-3">You don't have permission to access the admin panel.</p>
      <div className="mt-6 flex flex-wrap gap-3">
        {!user.data && (
          <button type="button" className="button-primary" onClick={open}>
            Log in
          </button>
        )}
        <Link to={pages.home} className="button-secondary">
          Back to Home
        </Link>
      </div>
    </div>
  )
}
