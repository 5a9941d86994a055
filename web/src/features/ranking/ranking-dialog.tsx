import { pages } from '@answerable/contracts/pages'
import { hotHalfStepHours, maxPlace, type Ranking } from '@answerable/contracts/ranking'
import type { Sort, Submission } from '@answerable/contracts/submissions'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { Dialog } from '../../ui/dialog.tsx'
import { FetchError } from '../../ui/fetch-error.tsx'
import { plain } from '../../ui/figures.ts'
import { SlowNotice } from '../../ui/slow-notice.tsx'
import { rankingQueries } from './ranking-queries.ts'
import { RankingTable } from './ranking-table.tsx'

export type RankingDialogProps = {
  submission: Pick<Submission, 'id' | 'targetName'>
  sort: Sort
  onClose: () => void
}

const names = { hot: 'Hot', new: 'New', top: 'Top' } as const satisfies Record<Sort, string>

const rules: Readonly<Record<Sort, string>> = {
  hot: `Hot adds points for the score, including a super boost, and takes one point for every ${hotHalfStepHours} hours of age. The highest total comes first.`,
  new: 'New shows the latest submission first. Votes do not matter.',
  top: 'Top shows the highest score first, including a super boost. Of equal scores, the newer submission comes first.',
}

/** The figures by which a submission has its place in the feed, beside those of the next one. */
export const RankingDialog = ({ submission, sort, onClose }: RankingDialogProps) => {
  const query = useQuery(rankingQueries.of(submission.id, sort))
  const { data, error, isFetching, refetch, dataUpdatedAt } = query
  return (
    <Dialog title="Why is this here?" subtitle={submission.targetName} onClose={onClose}>
      <div className="ranking">
        <p>{rules[sort]}</p>
        {error !== null && <FetchError error={error} isTrying={isFetching} onTryAgain={refetch} />}
        {data === undefined && error === null && <RankingSkeleton />}
        {data !== undefined && (
          <>
            <p className="font-semibold">{placeOf(data)}</p>
            <RankingTable ranking={data} nowMilliseconds={dataUpdatedAt} />
            <p>{passing(data)}</p>
          </>
        )}
        <p>
          <Link className="link" to={`${pages.howItWorks}#ranking`} onClick={onClose}>
            How it works: ranking
          </Link>
        </p>
      </div>
    </Dialog>
  )
}

const placeOf = ({ sort, place }: Ranking): string =>
  place === null
    ? `Below place ${plain(maxPlace)} of all submissions in ${names[sort]}`
    : `Place ${plain(place)} of all submissions in ${names[sort]}`

/** The votes that the next submission needs. */
const passing = ({ sort, next, votesToPass }: Ranking): string => {
  if (next === null) return 'No submission is below it.'
  if (sort === 'new') return 'The order of these two does not change.'
  if (votesToPass === null)
    return 'Not even a million more upvotes would move the next one above it.'
  return votesToPass === 1
    ? 'With 1 more upvote, the next one would be above it.'
    : `With ${plain(votesToPass)} more upvotes, the next one would be above it.`
}

const RankingSkeleton = () => (
  <div className="grid gap-3" aria-busy="true">
    <span className="sr-only">Loading the figures</span>
    <SlowNotice />
    <div className="bone h-4 w-3/5" aria-hidden="true" />
    <div className="bone h-24 w-full" aria-hidden="true" />
  </div>
)
