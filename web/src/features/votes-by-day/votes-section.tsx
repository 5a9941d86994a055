import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Disclosure } from '../../ui/disclosure.tsx'
import { FetchError } from '../../ui/fetch-error.tsx'
import { SlowNotice } from '../../ui/slow-notice.tsx'
import { votesByDayQueries } from './votes-by-day-queries.ts'

const VoteFigures = lazy(async () => ({
  default: (await import('./vote-figures.tsx')).VoteFigures,
}))

/** The votes of a submission by day. Charts and figures load when they are asked for. */
export const VotesSection = ({ id }: { id: string }) => (
  <section aria-labelledby="votes">
    <h2 id="votes" className="section-title">
      Votes over time
    </h2>
    <Disclosure
      button="Show the votes by day"
      buttonClass="button-secondary mt-3"
      panelClass="votes-panel"
    >
      {() => <Votes id={id} />}
    </Disclosure>
  </section>
)

const Votes = ({ id }: { id: string }) => {
  const { data, error, isFetching, refetch } = useQuery(votesByDayQueries.of(id))
  return (
    <>
      {error !== null && <FetchError error={error} isTrying={isFetching} onTryAgain={refetch} />}
      {data === undefined && error === null && <VotesSkeleton />}
      {data !== undefined && (
        <Suspense fallback={<VotesSkeleton />}>
          <VoteFigures votes={data} />
        </Suspense>
      )}
    </>
  )
}

const VotesSkeleton = () => (
  <div aria-busy="true">
    <span className="sr-only">Loading the votes by day</span>
    <SlowNotice />
    <div className="bone h-24 w-full" aria-hidden="true" />
  </div>
)
