import type { Matches } from '@answerable/contracts/search'
import { useQuery } from '@tanstack/react-query'
import { MarkedText } from '../../features/search/marked-text.tsx'
import { type SearchPlace, searchAddress } from '../../features/search/search-place.ts'
import { searchQueries } from '../../features/search/search-queries.ts'
import { sessionQueries } from '../../session/current-user.ts'
import { ListStates } from '../../ui/list-states.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { pagingOf } from '../../ui/paging.ts'
import { SubmissionRow } from '../feed/submission-row.tsx'
import { NoResults } from './no-results.tsx'
import { ResultsHead } from './results-head.tsx'

export const FoundBoycotts = ({ place }: { place: SearchPlace }) => {
  const user = useQuery(sessionQueries.currentUser())
  const list = useQuery({
    ...searchQueries.boycotts(place, user.data?.email),
    enabled: !user.isPending,
  })
  const { data, isPlaceholderData } = list
  const paging = pagingOf(place.page, data?.rows.length ?? 0, data?.total ?? 0)
  return (
    <>
      <ResultsHead place={place} found={data} businessName={data?.rows[0]?.business.name} />
      <ListStates what="boycotts" list={list} empty={<NoResults place={place} />}>
        {(rows) => (
          <ol className="rows" start={paging.first} aria-busy={isPlaceholderData}>
            {rows.map((submission, index) => (
              <SubmissionRow
                key={submission.id}
                submission={submission}
                rank={paging.first + index}
                marked={markedParts(data?.matches[submission.id])}
              />
            ))}
          </ol>
        )}
      </ListStates>
      {data !== undefined && (data.rows.length > 0 || place.page > 1) && (
        <Pagination
          page={place.page}
          addressOf={(page) => searchAddress({ ...place, page })}
          paging={paging}
          isWaiting={isPlaceholderData}
        />
      )}
    </>
  )
}

const markedParts = ({ name, location, reasons }: Matches = {}) => ({
  name: name && <MarkedText parts={name} />,
  location: location && <MarkedText parts={location} />,
  reasons: reasons && <MarkedText parts={reasons} />,
})
