import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isUserUnknown, sessionQueries } from './current-user.ts'
import { useSignIn } from './sign-in-context.ts'

type MembersOnlyProps = {
  button?: 'button-primary' | 'button-secondary'
  /** Tells visitors why they must log in. */
  notice: string
  children: ReactNode
}

/**
 * A form for members. Visitors see a notice and a button to log in. While the user is unknown, the form is shown; the
 * server checks the session.
 */
export const MembersOnly = ({
  button = 'button-secondary',
  notice,
  children,
}: MembersOnlyProps) => {
  const user = useQuery(sessionQueries.currentUser())
  const { open } = useSignIn()
  if (user.data || isUserUnknown(user)) return children
  if (user.isPending) return <div className="bone h-4 w-3/4" aria-busy="true" />
  return (
    <div className="notice">
      <p>{notice}</p>
      <button type="button" className={`${button} mt-3`} onClick={open}>
        Log in
      </button>
    </div>
  )
}
