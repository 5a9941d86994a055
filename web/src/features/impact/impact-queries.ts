import { listOutcomes, readImpact } from '@answerable/contracts/impact'
import { pageSize } from '@answerable/contracts/paging'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { call, callWithHeaders } from '../../api/call.ts'
import { listed } from '../../api/listed.ts'
import { queryKeys } from '../../api/query-keys.ts'

export const impactQueries = {
  figures: () =>
    queryOptions({
      queryKey: queryKeys.impact,
      queryFn: ({ signal }) =>
        call(readImpact, {}, { signal }).catch(failedFetch('Failed to fetch the figures')),
      staleTime: 60_000,
    }),

  outcomes: (page: number) =>
    queryOptions({
      queryKey: [...queryKeys.impact, 'outcomes', page],
      queryFn: ({ signal }) =>
        callWithHeaders(listOutcomes, { query: outcomesQueryOf(page) }, { signal }).then(
          listed,
          failedFetch('Failed to fetch the demands that were met'),
        ),
      staleTime: 60_000,
      placeholderData: keepPreviousData,
    }),
}

/** Of the API. A prerendered page is made from the same request. */
export const outcomesQueryOf = (page: number) => ({ page: String(page), limit: String(pageSize) })
