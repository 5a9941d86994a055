import type { BusinessDetail } from '@answerable/contracts/businesses'
import { businessPath, pages } from '@answerable/contracts/pages'
import { type Status, statuses } from '@answerable/contracts/submissions'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { submissionQueries } from '../../features/submissions/submission-queries.ts'
import { sessionQueries } from '../../session/current-user.ts'
import { counted } from '../../ui/figures.ts'
import { ListStates } from '../../ui/list-states.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { pagingOf, readPage } from '../../ui/paging.ts'
import { SubmissionRow } from '../feed/submission-row.tsx'
import { businessFeed } from './business-feed.ts'

const BusinessTimeline = lazy(async () => ({
  default: (await import('../../features/updates/business-timeline.tsx')).BusinessTimeline,
}))

type Tab = 'boycotts' | 'timeline' | 'owned'

/** The boycotts of a business, and the businesses that it owns. */
export const BusinessLists = ({ business }: { business: BusinessDetail }) => {
  const [search] = useSearchParams()
  const tab = tabOf(search.get('tab'), business)
  const path = businessPath(business.slug)
  return (
    <>
      <div className="toolbar">
        <nav aria-label="Lists" className="tabs">
          <Link className="tab" to={path} aria-current={tab === 'boycotts' ? 'true' : undefined}>
            Boycotts <span className="tab-count figure">{business.boycottCount}</span>
          </Link>
          <Link
            className="tab"
            to={`${path}?tab=timeline`}
            aria-current={tab === 'timeline' ? 'true' : undefined}
          >
            Timeline
          </Link>
          {business.ownedCount > 0 && (
            <Link
              className="tab"
              to={`${path}?tab=owned`}
              aria-current={tab === 'owned' ? 'true' : undefined}
            >
              Owns <span className="tab-count figure">{business.ownedCount}</span>
            </Link>
          )}
        </nav>
      </div>
      {tab === 'boycotts' && (
        <>
          <Statuses business={business} />
          <Boycotts business={business} page={readPage(search.get('page'))} />
        </>
      )}
      {tab === 'timeline' && (
        <Suspense>
          <BusinessTimeline id={business.id} />
        </Suspense>
      )}
      {tab === 'owned' && <Owned business={business} />}
    </>
  )
}

const tabOf = (text: string | null, { ownedCount }: BusinessDetail): Tab => {
  if (text === 'timeline') return 'timeline'
  return text === 'owned' && ownedCount > 0 ? 'owned' : 'boycotts'
}

/** Its boycotts by status, if any is more than proposed. */
const Statuses = ({ business: { id, statuses: counts } }: { business: BusinessDetail }) => {
  const known = (Object.keys(statuses) as Status[]).flatMap((status) => {
    const count = counts[status] ?? 0
    return count === 0 ? [] : [{ status, count }]
  })
  if (known.every(({ status }) => status === 'proposed')) return null
  return (
    <ul className="status-line" aria-label="Boycotts by status">
      {known.map(({ status, count }) => (
        <li key={status}>
          <Link className="quiet-link" to={`${pages.home}?status=${status}&business=${id}`}>
            {statuses[status]} <span className="figure">{count}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

const Boycotts = ({ business, page }: { business: BusinessDetail; page: number }) => {
  const path = businessPath(business.slug)
  const user = useQuery(sessionQueries.currentUser())
  const list = useQuery({
    ...submissionQueries.feed(businessFeed(business.id, page), user.data?.email),
    enabled: !user.isPending,
  })
  const { data, isPlaceholderData } = list
  const paging = pagingOf(page, data?.rows.length ?? 0, data?.total ?? 0)
  return (
    <>
      <ListStates
        what="boycotts"
        list={list}
        empty={<p className="subheading">No boycotts of this business.</p>}
      >
        {(rows) => (
          <ol className="rows" start={paging.first} aria-busy={isPlaceholderData}>
            {rows.map((submission, index) => (
              <SubmissionRow
                key={submission.id}
                submission={submission}
                rank={paging.first + index}
              />
            ))}
          </ol>
        )}
      </ListStates>
      {(paging.hasNext || page > 1) && (
        <Pagination
          page={page}
          addressOf={(next) => (next === 1 ? path : `${path}?page=${next}`)}
          paging={paging}
          isWaiting={isPlaceholderData}
        />
      )}
    </>
  )
}

const Owned = ({ business: { owned, ownedCount } }: { business: BusinessDetail }) => (
  <>
    <ul className="rows">
      {owned.map(({ id, slug, name, boycottCount }) => (
        <li key={id} className="business-row">
          <h2 className="row-target">
            <Link to={businessPath(slug)}>{name}</Link>
          </h2>
          <p className="business-count figure">{counted(boycottCount, 'boycott')}</p>
        </li>
      ))}
    </ul>
    {ownedCount > owned.length && (
      <p className="mt-3 text-soft figure">
        The first {owned.length} of {ownedCount}, by name.
      </p>
    )}
  </>
)
