import { useQuery } from '@tanstack/react-query'
import { BusinessRow } from '../../features/businesses/business-row.tsx'
import { MarkedText } from '../../features/search/marked-text.tsx'
import { type SearchPlace, searchAddress } from '../../features/search/search-place.ts'
import { searchQueries } from '../../features/search/search-queries.ts'
import { ListStates } from '../../ui/list-states.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { pagingOf } from '../../ui/paging.ts'
import { NoResults } from './no-results.tsx'
import { ResultsHead } from './results-head.tsx'

export const FoundBusinesses = ({ place }: { place: SearchPlace }) => {
  const list = useQuery(searchQueries.businesses(place))
  const { data, isPlaceholderData } = list
  return (
    <>
      <ResultsHead place={place} found={data} />
      <ListStates what="businesses" list={list} empty={<NoResults place={place} />}>
        {(rows) => (
          <ul className="rows" aria-busy={isPlaceholderData}>
            {rows.map((business) => {
              const { name, alias } = data?.matches[business.id] ?? {}
              return (
                <BusinessRow
                  key={business.id}
                  business={business}
                  name={name && <MarkedText parts={name} />}
                  alias={alias && <MarkedText parts={alias} />}
                />
              )
            })}
          </ul>
        )}
      </ListStates>
      {data !== undefined && (data.rows.length > 0 || place.page > 1) && (
        <Pagination
          page={place.page}
          addressOf={(page) => searchAddress({ ...place, page })}
          paging={pagingOf(place.page, data.rows.length, data.total)}
          isWaiting={isPlaceholderData}
        />
      )}
    </>
  )
}
