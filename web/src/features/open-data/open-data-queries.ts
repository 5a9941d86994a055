import { readOpenData } from '@answerable/contracts/open-data'
import { queryOptions } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'

export const openDataQueries = {
  latest: () =>
    queryOptions({
      queryKey: queryKeys.openData,
      queryFn: ({ signal }) =>
        call(readOpenData, {}, { signal }).catch(failedFetch('Failed to fetch the open data')),
      staleTime: 60_000,
    }),
}
