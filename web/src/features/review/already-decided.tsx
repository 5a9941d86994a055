import { useQuery } from '@tanstack/react-query'
import { DecisionLine, type ListedDecision } from '../decisions/decision-list.tsx'
import { reviewQueries } from './review-queries.ts'

/** The decision that another administrator made in the meantime. */
export const AlreadyDecided = ({ id }: { id: string }) => {
  const { data } = useQuery(reviewQueries.detail(id))
  return <Latest decision={data?.decisions[0]} />
}

/** The same for a comment. */
export const CommentAlreadyDecided = ({ id }: { id: string }) => {
  const { data } = useQuery(reviewQueries.comment(id))
  return <Latest decision={data?.decisions[0]} />
}

const Latest = ({ decision: latest }: { decision: ListedDecision | undefined }) => {
  return (
    <div role="status" className="meanwhile">
      <p className="font-semibold">Already decided</p>
      {latest === undefined ? (
        <p className="text-soft">
          Another administrator decided first. Your decision was not applied.
        </p>
      ) : (
        <DecisionLine decision={latest} />
      )}
    </div>
  )
}
