import { type BusinessSort, businessSorts } from '@answerable/contracts/businesses'
import { submitPath } from '@answerable/contracts/pages'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import {
  type BusinessesPlace,
  businessQueries,
} from '../../features/businesses/business-queries.ts'
import { BusinessRow } from '../../features/businesses/business-row.tsx'
import { PageTitle, titled } from '../../layout/page-title.tsx'
import { currentSearch } from '../../platform/current-search.ts'
import { counted } from '../../ui/figures.ts'
import { ListStates } from '../../ui/list-states.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { pagingOf } from '../../ui/paging.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { businessesAddress, readBusinessesPlace } from './businesses-address.ts'
import { BusinessesFilters } from './businesses-filters.tsx'

/** Short, so that they fit into one line on phones. */
const sortLabels = {
  name: { text: 'Name', title: 'By name' },
  newest: { text: 'Newest', title: 'Newest first' },
  boycotts: { text: 'Boycotts', title: 'Most boycotts first' },
  participants: { text: 'People', title: 'Most people taking part first' },
} as const satisfies Record<BusinessSort, { text: string; title: string }>

export const BusinessesPage = () => {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const place = readBusinessesPlace(search)
  const list = useQuery(businessQueries.list(place))
  const { data, isPlaceholderData } = list
  const find = (text: string) => {
    const current = currentSearch(pathname)
    if (current === null) return
    const { query: _, ...rest } = readBusinessesPlace(current)
    const found = { ...rest, page: 1, ...(text === '' ? {} : { query: text }) }
    void navigate(businessesAddress(found), { replace: true })
  }
  return (
    <>
      <PageTitle
        title={titled('Businesses')}
        description="Every business, product and organization with its boycotts."
        address={businessesAddress(place)}
      >
        Businesses
      </PageTitle>
      <p className="mt-1 intro">
        One page for each business, with all its boycotts, however its name is written.
      </p>
      <search className="directory-search">
        <SearchField label="Find a business" value={place.query ?? ''} onSearch={find} />
      </search>
      <div className="toolbar">
        <nav aria-label="Sort" className="tabs">
          {businessSorts.map((sort) => (
            <Link
              key={sort}
              className="tab"
              to={businessesAddress({ ...place, page: 1, sort })}
              aria-current={sort === place.sort ? 'true' : undefined}
              title={sortLabels[sort].title}
            >
              {sortLabels[sort].text}
            </Link>
          ))}
        </nav>
        <p className="total text-soft figure" role="status">
          {data && counted(data.total, 'business', 'businesses')}
        </p>
      </div>
      <BusinessesFilters place={place} />
      <ListStates what="businesses" list={list} empty={<NoBusinesses place={place} />}>
        {(rows) => (
          <ul className="rows" aria-busy={isPlaceholderData}>
            {rows.map((business) => (
              <BusinessRow key={business.id} business={business} />
            ))}
          </ul>
        )}
      </ListStates>
      {data !== undefined && (data.rows.length > 0 || place.page > 1) && (
        <Pagination
          page={place.page}
          addressOf={(page) => businessesAddress({ ...place, page })}
          paging={pagingOf(place.page, data.rows.length, data.total)}
          isWaiting={isPlaceholderData}
        />
      )}
    </>
  )
}

const NoBusinesses = ({ place: { query, kind, country, sort } }: { place: BusinessesPlace }) => {
  if (query === undefined && kind === undefined && country === undefined) {
    return (
      <>
        <p className="subheading">No businesses yet.</p>
        <p>A business gets its page with the first boycott that names it.</p>
      </>
    )
  }
  return (
    <>
      <p className="subheading">No businesses found.</p>
      <div className="flex flex-wrap gap-3">
        {(kind !== undefined || country !== undefined) && (
          <Link
            className="button-secondary"
            to={businessesAddress({ page: 1, sort, ...(query === undefined ? {} : { query }) })}
          >
            Remove the filters
          </Link>
        )}
        {query !== undefined && (
          <Link className="button-primary button-long" to={submitPath({ name: query })}>
            <span>
              Propose a boycott of “<bdi>{query}</bdi>”
            </span>
          </Link>
        )}
      </div>
    </>
  )
}
