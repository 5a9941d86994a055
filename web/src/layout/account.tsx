import { pages } from '@answerable/contracts/pages'
import { useQuery } from '@tanstack/react-query'
import { NavLink } from 'react-router-dom'
import { sessionQueries } from '../session/current-user.ts'
import { useLogOut } from '../session/log-out.ts'
import { useSignIn } from '../session/sign-in-context.ts'

/** A settings link with the local part of the user's address and the button to log out, or the button to log in. */
export const Account = ({ onUsed }: { onUsed?: () => void }) => {
  const user = useQuery(sessionQueries.currentUser())
  const logOut = useLogOut()
  const { open } = useSignIn()
  if (user.isPending) return <span className="account-pending" aria-hidden="true" />
  if (!user.data) {
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
  return (
    <>
      <NavLink
        to={pages.settings}
        className="header-link account-name"
        title={`Settings for ${user.data.email}`}
        {...(onUsed && { onClick: onUsed })}
      >
        <span className="link truncate">{user.data.email.split('@')[0]}</span>
      </NavLink>
      <button
        type="button"
        className="button-secondary"
        disabled={logOut.isPending}
        onClick={() => {
          onUsed?.()
          logOut.mutate()
        }}
      >
        Log out
      </button>
    </>
  )
}
