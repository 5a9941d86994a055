import type { CurrentUser } from '@answerable/contracts/sign-in'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoginHint } from '../../features/sign-in/login-hint.tsx'
import { PageTitle, titled } from '../../layout/page-title.tsx'
import { sessionQueries } from '../../session/current-user.ts'

/** Renders and fetches nothing for other users. The server checks the role too. */
export const AdminsOnly = ({ children }: { children: (admin: CurrentUser) => ReactNode }) => {
  const user = useQuery(sessionQueries.currentUser())
  if (user.isPending) return <div className="page-narrow" aria-busy="true" />
  if (user.data?.isAdmin === true) return children(user.data)
  return (
    <LoginHint
      heading={<PageTitle title={titled('Access Denied')}>Access Denied</PageTitle>}
      user={user.data}
    >
      You don't have permission to access the admin panel.
    </LoginHint>
  )
}
