import type { Alternative } from '@answerable/contracts/alternatives'
import { pages } from '@answerable/contracts/pages'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { FlagAlternativeButton } from '../../features/flags/flag-alternative-button.tsx'
import { sessionQueries } from '../../session/current-user.ts'
import { OwnRemoval } from './own-removal.tsx'

/** Flags an alternative; shows authors the decision about their removed one; leads administrators to its review. */
export const AlternativeActions = ({ alternative }: { alternative: Alternative }) => {
  const { data: user } = useQuery(sessionQueries.currentUser())
  return (
    <>
      {alternative.state === 'removed' ? (
        <OwnRemoval subject={{ kind: 'alternative', id: alternative.id }} />
      ) : (
        <FlagAlternativeButton alternative={alternative} />
      )}
      {user?.isAdmin === true && (
        <Link
          className="quiet-link"
          to={`${pages.admin}?alternative=${alternative.id}`}
          aria-label={`Review ${alternative.name}`}
        >
          Review
        </Link>
      )}
    </>
  )
}
