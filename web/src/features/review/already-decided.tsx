import { useQuery } from '@tanstack/react-query'
import { DecisionLine } from '../decisions/decision-list.tsx'
import { reviewQueries } from './review-queries.ts'

/** The decision that another administrator made in the meantime. */
export const AlreadyDecided = ({ id }: { id: string }) => {
  const { data } = useQuery(reviewQueries.detail(id))
  const [latest] = data?.decisions ?? []
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
