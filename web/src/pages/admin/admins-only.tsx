import type { CurrentUser } from '@answerable/contracts/sign-in'
import type { ReactNode } from 'react'
import { LoginHint } from '../../features/sign-in/login-hint.tsx'
import { PageTitle, titled } from '../../layout/page-title.tsx'
import { KnownUser } from '../../session/known-user.tsx'

/** Renders and fetches nothing for other users. The server checks the role too. */
export const AdminsOnly = ({ children }: { children: (admin: CurrentUser) => ReactNode }) => (
  <KnownUser heading={<PageTitle title={titled('Administration')}>Administration</PageTitle>}>
    {(user) => (user?.isAdmin === true ? children(user) : <AccessDenied user={user} />)}
  </KnownUser>
)

const AccessDenied = ({ user }: { user: CurrentUser | null }) => (
  <LoginHint
    heading={<PageTitle title={titled('Access Denied')}>Access Denied</PageTitle>}
    user={user}
  >
    You don't have permission to access the admin panel.
  </LoginHint>
)
