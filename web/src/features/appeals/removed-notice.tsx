import { pages } from '@answerable/contracts/pages'
import type { Submission } from '@answerable/contracts/submissions'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { sessionQueries } from '../../session/current-user.ts'
import { OwnDecision } from './own-decision.tsx'

type RemovedNoticeProps = { submission: Pick<Submission, 'id' | 'authorId'> }

/**
 * Only the author and administrators can see a removed submission. Tells them so, and shows authors the
 * reason.
 */
export const RemovedNotice = ({ submission: { id, authorId } }: RemovedNoticeProps) => {
  const { data: user } = useQuery(sessionQueries.currentUser())
  if (!user) return null
  return (
    <>
      {user.id === authorId && <OwnDecision subject={{ kind: 'submission', id }} />}
      {user.id !== authorId && user.isAdmin && (
        <div className="ruling">
          <p>
            This submission is removed. Only its author and the administrators can see it.{' '}
            <Link className="link" to={`${pages.admin}?tab=submissions&search=${id}`}>
              Review it
            </Link>
          </p>
        </div>
      )}
    </>
  )
}
