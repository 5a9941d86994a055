import { suggest } from '@answerable/contracts/search'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'

const freshMilliseconds = 60_000

export const suggestionQueries = {
  /** Businesses and submissions for a text that is being typed. A newer text cancels the request. */
  typed: (text: string) =>
    queryOptions({
      queryKey: [...queryKeys.suggestions, text],
      queryFn: ({ signal }) =>
        call(suggest, { query: { q: text } }, { signal }).catch(
          failedFetch('Failed to fetch suggestions'),
        ),
      enabled: text !== '',
      staleTime: freshMilliseconds,
      placeholderData: keepPreviousData,
    }),
}
