import { pages } from '@answerable/contracts/pages'
import { useQuery } from '@tanstack/react-query'
import Funnel from 'lucide-react/icons/funnel'
import { lazy, Suspense, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router-dom'
import { type FeedPlace, submissionQueries } from '../../features/submissions/submission-queries.ts'
import { useTourOfListing } from '../../features/tour/tour-provider.tsx'
import { PageTitle } from '../../layout/page-title.tsx'
import { tagline } from '../../layout/product.ts'
import { sessionQueries } from '../../session/current-user.ts'
import { FetchError } from '../../ui/fetch-error.tsx'
import { plain } from '../../ui/figures.ts'
import { Pagination } from '../../ui/pagination.tsx'
import { pagingOf } from '../../ui/paging.ts'
import { feedAddress, isFiltered, readFeedPlace, unfiltered } from './feed-address.ts'
import { FeedSkeleton, TotalSkeleton } from './feed-skeleton.tsx'
import { SortLinks } from './sort-links.tsx'
import { SubmissionRow } from './submission-row.tsx'
import { useFeedRows } from './use-feed-rows.ts'

const FeedFilters = lazy(async () => ({
  default: (await import('./feed-filters.tsx')).FeedFilters,
}))

export const FeedPage = () => {
  const [search] = useSearchParams()
  const visit = useLocation().key
  const [isFiltering, setFiltering] = useState(false)
  const place = readFeedPlace(search)
  const user = useQuery(sessionQueries.currentUser())
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...submissionQueries.feed(place, user.data?.email),
    enabled: !user.isPending,
  })
  const { rows, hasNewOrder, showNewOrder } = useFeedRows(`${visit} ${isPlaceholderData}`, data)
  useTourOfListing(data !== undefined)
  // `rows` lacks those that were removed since; the position counts those of the response.
  const paging = pagingOf(place.page, data?.rows.length ?? 0, data?.total ?? 0)

  return (
    <>
      <PageTitle title={`Answerable: ${tagline}`} address={feedAddress(place)}>
        Proposed boycotts
      </PageTitle>
      <p className="mt-1 intro">{tagline}</p>
      <div className="toolbar">
        <SortLinks place={place} />
        <div className="toolbar-end">
          {isFiltered(place) ? (
            <Link className="quiet-link" to={feedAddress(unfiltered(place))}>
              Clear filters
            </Link>
          ) : (
            <button
              type="button"
              className="quiet-link"
              aria-expanded={isFiltering}
              onClick={() => setFiltering(!isFiltering)}
            >
              <Funnel size={15} aria-hidden />
              <span className="toolbar-word">Filter</span>
            </button>
          )}
          {hasNewOrder && !isPlaceholderData && (
            <button type="button" className="button-inline" onClick={showNewOrder}>
              Show new order
            </button>
          )}
          {data === undefined && error === null && <TotalSkeleton />}
          {data && <p className="total text-soft figure">{plain(data.total)} submissions total</p>}
        </div>
      </div>
      {(isFiltering || isFiltered(place)) && (
        <Suspense fallback={<div className="chips" />}>
          <FeedFilters place={place} businessName={data?.rows[0]?.business.name} />
        </Suspense>
      )}
      {data === undefined && error === null && <FeedSkeleton />}
      {data === undefined && error !== null && (
        <FetchError error={error} isTrying={isFetching} onTryAgain={refetch} />
      )}
      {data !== undefined && rows.length === 0 && (
        <EmptyFeed isSignedIn={Boolean(user.data)} place={place} />
      )}
      {rows.length > 0 && (
        <ol
          className="rows"
          start={paging.first}
          data-tour="submissions-list"
          aria-busy={isPlaceholderData}
        >
          {rows.map((submission, index) => (
            <SubmissionRow
              key={submission.id}
              submission={submission}
              rank={paging.first + index}
              sort={place.sort}
            />
          ))}
        </ol>
      )}
      {data !== undefined && (rows.length > 0 || place.page > 1) && (
        <Pagination
          page={place.page}
          addressOf={(page) => feedAddress({ ...place, page })}
          paging={paging}
          isWaiting={isPlaceholderData}
        />
      )}
    </>
  )
}

type EmptyFeedProps = { isSignedIn: boolean; place: FeedPlace }

const EmptyFeed = ({ isSignedIn, place }: EmptyFeedProps) => (
  <div className="empty" data-tour="submissions-list">
    <p className="subheading">No submissions found.</p>
    {isFiltered(place) && (
      <Link className="link" to={feedAddress(unfiltered(place))}>
        Show all submissions
      </Link>
    )}
    {isSignedIn && !isFiltered(place) && (
      <Link className="link mt-2 inline-block" to={pages.submit}>
        Be the first to submit something to boycott
      </Link>
    )}
  </div>
)
