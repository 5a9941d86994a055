import { pages } from '@answerable/contracts/pages'
import type { OfficialResponse } from '@answerable/contracts/responses'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { FlagResponseButton } from '../../features/flags/flag-response-button.tsx'
import { sessionQueries } from '../../session/current-user.ts'

/** What readers can do with an official response. Administrators decide on it in their list. */
export const ResponseActions = ({ response }: { response: OfficialResponse }) => {
  const { data: user } = useQuery(sessionQueries.currentUser())
  return (
    <>
      {response.state === 'shown' && <FlagResponseButton response={response} />}
      {user?.isAdmin === true && (
        <Link className="quiet-link" to={`${pages.adminReplies}?list=all`}>
          Review
        </Link>
      )}
    </>
  )
}
