import { useQuery } from '@tanstack/react-query'
import { currentUser } from '../features/sign-in/current-user.ts'
import { useLogOut } from '../features/sign-in/log-out.ts'
import { useSignIn } from '../features/sign-in/sign-in.tsx'

/** Who is signed in, by the part of the address that only its owner is shown, and the way out or in. */
export const Account = ({ onUsed }: { onUsed?: () => void }) => {
  const user = useQuery(currentUser())
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
      <span className="max-w-40 min-w-0 truncate font-semibold" title={user.data.email}>
        {user.data.email.split('@')[0]}
      </span>
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
