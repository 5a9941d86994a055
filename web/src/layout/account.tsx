import type { CurrentUser } from '@answerable/contracts/sign-in'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { isUserUnknown, sessionQueries } from '../session/current-user.ts'
import { useLogOut } from '../session/log-out.ts'
import { useSignIn } from '../session/sign-in-context.ts'
import { AccountMenu } from './account-menu.tsx'

/** The account's menu and the button to log out, or the button to log in. */
export const Account = () => {
  const user = useQuery(sessionQueries.currentUser())
  if (!user.data) return <WithoutUser user={user} />
  return (
    <>
      <AccountMenu key={user.data.id} user={user.data} />
      <LogOut className="header-link" />
    </>
  )
}

/** In the mobile menu, which has the links of the account's menu. */
export const MenuAccount = ({ onUsed }: { onUsed: () => void }) => {
  const user = useQuery(sessionQueries.currentUser())
  if (!user.data) return <WithoutUser user={user} onUsed={onUsed} />
  return (
    <>
      <span className="account-name truncate">{user.data.email.split('@')[0]}</span>
      <LogOut className="button-secondary" onUsed={onUsed} />
    </>
  )
}

type WithoutUserProps = { user: UseQueryResult<CurrentUser | null>; onUsed?: () => void }

const WithoutUser = ({ user, onUsed }: WithoutUserProps) => {
  if (isUserUnknown(user)) return <Unknown />
  if (user.isPending) return <span className="account-pending" aria-hidden="true" />
  return <LogIn {...(onUsed && { onUsed })} />
}

/** Signed in, but the account could not be read, as without a connection. */
const Unknown = () => (
  <span className="account-name" title="Your account cannot be read at the moment.">
    Signed in
  </span>
)

const LogIn = ({ onUsed }: { onUsed?: () => void }) => {
  const { open } = useSignIn()
  return (
    <button
      type="button"
      className="button-secondary"
      onClick={() => {
        onUsed?.()
        open()
      }}
    >
      Log in
    </button>
  )
}

const LogOut = ({ className, onUsed }: { className: string; onUsed?: () => void }) => {
  const logOut = useLogOut()
  return (
    <button
      type="button"
      className={className}
      disabled={logOut.isPending}
      onClick={() => {
        onUsed?.()
        logOut.mutate()
      }}
    >
      Log out
    </button>
  )
}
