import type { CurrentUser } from '@answerable/contracts/sign-in'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FetchError } from '../ui/fetch-error.tsx'
import { isUserUnknown, sessionQueries } from './current-user.ts'

type KnownUserProps = {
  /** Title of the page, above the message that the user cannot be fetched. */
  heading: ReactNode
  /** Null for a visitor. */
  children: (user: CurrentUser | null) => ReactNode
}

/** A page that depends on the signed-in user. Shows an error while the user is unknown. */
export const KnownUser = ({ heading, children }: KnownUserProps) => {
  const user = useQuery(sessionQueries.currentUser())
  if (isUserUnknown(user)) {
    return (
      <div className="page-narrow">
        {heading}
        <FetchError
          error={new Error('Failed to check whether you are logged in', { cause: user.error })}
          isTrying={user.isFetching}
          onTryAgain={user.refetch}
        />
      </div>
    )
  }
  if (user.isPending) return <div className="page-narrow" aria-busy="true" />
  return children(user.data ?? null)
}
