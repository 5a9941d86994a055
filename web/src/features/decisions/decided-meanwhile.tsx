import { useQuery } from '@tanstack/react-query'
import { review } from '../review/review.ts'
import { DecisionLine } from './decision-list.tsx'

/** What another administrator decided while this one was reading. */
export const DecidedMeanwhile = ({ id }: { id: string }) => {
  const { data } = useQuery(review(id))
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
