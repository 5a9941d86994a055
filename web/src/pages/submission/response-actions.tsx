import { pages } from '@answerable/contracts/pages'
import type { OfficialResponse } from '@answerable/contracts/responses'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { FlagResponseButton } from '../../features/flags/flag-response-button.tsx'
import { sessionQueries } from '../../session/current-user.ts'
import { OwnRemoval } from './own-removal.tsx'

type ResponseActionsProps = {
  response: OfficialResponse
  /** Whether the user speaks for its business or wrote it, perhaps as a former representative. */
  concernsUser: boolean
}

/** Flags a response, shows its authors the decision that removed it, and links administrators to its review. */
export const ResponseActions = ({ response, concernsUser }: ResponseActionsProps) => {
  const { data: user } = useQuery(sessionQueries.currentUser())
  return (
    <>
      {response.state === 'shown' && <FlagResponseButton response={response} />}
      {response.state === 'removed' && concernsUser && (
        <OwnRemoval subject={{ kind: 'response', id: response.id }} />
      )}
      {user?.isAdmin === true && (
        <Link
          className="quiet-link"
          to={`${pages.admin}?response=${response.id}`}
          aria-label={`Review the response of ${response.business.name}`}
        >
          Review
        </Link>
      )}
    </>
  )
}
