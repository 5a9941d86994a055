import { findPlaces } from '@answerable/contracts/places'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'

export const placeQueries = {
  /** Places for a text that is being typed. */
  typed: (q: string) =>
    queryOptions({
      queryKey: queryKeys.places(q),
      queryFn: ({ signal }) => call(findPlaces, { query: { q } }, { signal }),
      staleTime: 3_600_000,
      placeholderData: keepPreviousData,
      retry: false,
    }),
}
