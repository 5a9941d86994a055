import { errorGroupPageSize, listErrorGroups } from '@answerable/contracts/diagnostics'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'

export const errorGroupQueries = {
  list: (place: { page: number; sort: 'recent' | 'frequent' }) =>
    queryOptions({
      queryKey: [...queryKeys.admin, 'errors', place],
      queryFn: async ({ signal }) => {
        const query = {
          page: String(place.page),
          limit: String(errorGroupPageSize),
          sort: place.sort,
        }
        const { groups, total } = await call(listErrorGroups, { query }, { signal }).catch(
          failedFetch('Failed to fetch errors'),
        )
        return { rows: groups, total }
      },
      staleTime: 10_000,
      refetchInterval: 30_000,
      placeholderData: keepPreviousData,
    }),
}
