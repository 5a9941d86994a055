import { readTransparency } from '@answerable/contracts/transparency'
import { queryOptions } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'

export const transparencyQueries = {
  months: () =>
    queryOptions({
      queryKey: queryKeys.transparency,
      queryFn: ({ signal }) =>
        call(readTransparency, { query: {} }, { signal }).catch(
          failedFetch('Failed to fetch the figures'),
        ),
      staleTime: 60_000,
    }),
}
