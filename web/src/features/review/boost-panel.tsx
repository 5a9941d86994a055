import { boycottPath } from '@answerable/contracts/pages'
import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { isMissing } from '../../api/api-error.ts'
import { FetchError } from '../../ui/fetch-error.tsx'
import { plain, signed } from '../../ui/figures.ts'
import { DecisionList } from '../decisions/decision-list.tsx'
import { PlaceLine } from '../submissions/place-line.tsx'
import { BoostForm } from './boost-form.tsx'
import { RankTable } from './rank-table.tsx'
import { reviewQueries } from './review-queries.ts'

type BoostPanelProps = { id: string; back: string }

/** Score, ranks, boost form and past boosts of one submission. */
export const BoostPanel = ({ id, back }: BoostPanelProps) => {
  const { data, error, isFetching, refetch } = useQuery(reviewQueries.detail(id))
  const [typed, setTyped] = useState<string>()
  const initial = data === undefined || data.superBoost === 0 ? '' : String(data.superBoost)
  return (
    <div className="boost-panel">
      <Link className="quiet-link" to={back}>
        <ArrowLeft size={15} aria-hidden />
        Find another submission
      </Link>
      {data === undefined && error !== null && isMissing(error) && (
        <p className="empty">There is no submission with the ID {id}.</p>
      )}
      {data === undefined && error !== null && !isMissing(error) && (
        <FetchError error={error} isTrying={isFetching} onTryAgain={refetch} />
      )}
      {data === undefined && error === null && (
        <div className="comment" aria-busy="true">
          <span className="sr-only">Loading the submission</span>
          <div className="bone h-6 w-1/2" aria-hidden="true" />
        </div>
      )}
      {data !== undefined && (
        <>
          <h3 className="row-target mt-2">
            <Link to={boycottPath(id)}>{data.targetName}</Link>
          </h3>
          <PlaceLine submission={{ ...data, superBoost: 0 }} />
          <dl className="facts figure mt-4">
            <dt>Score</dt>
            <dd>{plain(data.score)}</dd>
            <dt>Current boost</dt>
            <dd>{signed(data.superBoost)}</dd>
          </dl>
          <RankTable id={id} typed={typed ?? initial} />
          <BoostForm submission={data} typed={typed ?? initial} onType={setTyped} />
          <h4 className="section-title">Past boosts</h4>
          {data.boosts.length === 0 ? (
            <p className="text-soft">This submission has never been boosted.</p>
          ) : (
            <DecisionList decisions={data.boosts} />
          )}
        </>
      )}
    </div>
  )
}
