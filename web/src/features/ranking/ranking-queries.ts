import { readRanking } from '@answerable/contracts/ranking'
import type { Sort } from '@answerable/contracts/submissions'
import { queryOptions } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'

export const rankingQueries = {
  of: (id: string, sort: Sort) =>
    queryOptions({
      queryKey: [...queryKeys.ranking(id), sort],
      queryFn: ({ signal }) =>
        call(readRanking, { params: { id }, query: { sort } }, { signal }).catch(
          failedFetch('Failed to fetch the ranking'),
        ),
      staleTime: 0,
    }),
}
