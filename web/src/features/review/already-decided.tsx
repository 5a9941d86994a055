import { useQuery } from '@tanstack/react-query'
import { DecisionLine, type ListedDecision } from '../decisions/decision-list.tsx'
import { type ReviewedKind, reviewQueries } from './review-queries.ts'

/** The decision that another administrator made in the meantime. */
export const AlreadyDecided = ({ kind, id }: { kind: ReviewedKind; id: string }) => {
  const { data } = useQuery(reviewQueries.latestDecision(kind, id))
  return <DecidedMeanwhile decision={data ?? null} />
}

/** Says that another administrator has decided, and how if that is known. */
export const DecidedMeanwhile = ({ decision }: { decision: ListedDecision | null }) => (
  <div role="status" className="meanwhile">
    <p className="font-semibold">Already decided</p>
    {decision === null ? (
      <p className="text-soft">
        Another administrator decided first. Your decision was not applied.
      </p>
    ) : (
      <DecisionLine decision={decision} />
    )}
  </div>
)
