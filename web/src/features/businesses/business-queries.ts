import {
  type Business,
  type BusinessSort,
  listBusinesses,
  readBusiness,
} from '@answerable/contracts/businesses'
import { pageSize } from '@answerable/contracts/paging'
import type { Category } from '@answerable/contracts/submissions'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { call, callWithHeaders } from '../../api/call.ts'
import { type Listed, listed } from '../../api/listed.ts'
import { queryKeys } from '../../api/query-keys.ts'

/** A page of the directory. Absent filters are not applied. */
export type BusinessesPlace = {
  page: number
  sort: BusinessSort
  query?: string
  kind?: Category
  country?: string
}

const freshMilliseconds = 10_000

export const businessQueries = {
  list: (place: BusinessesPlace) =>
    queryOptions({
      queryKey: [...queryKeys.businesses, 'list', place],
      queryFn: ({ signal }): Promise<Listed<Business>> =>
        callWithHeaders(listBusinesses, { query: businessesQueryOf(place) }, { signal }).then(
          listed,
          failedFetch('Failed to fetch businesses'),
        ),
      staleTime: freshMilliseconds,
      placeholderData: keepPreviousData,
    }),

  detail: (slug: string) =>
    queryOptions({
      queryKey: [...queryKeys.businesses, 'one', slug],
      queryFn: ({ signal }) =>
        call(readBusiness, { params: { slug } }, { signal }).catch(
          failedFetch('Failed to fetch business'),
        ),
      staleTime: freshMilliseconds,
    }),
}

/** Of the API. The prerendered page is made from the same request. */
export const businessesQueryOf = ({ page, sort, query, kind, country }: BusinessesPlace) => ({
  page: String(page),
  limit: String(pageSize),
  query,
  kind,
  country,
  sort,
})
