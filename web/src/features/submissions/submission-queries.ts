import { pageSize } from '@answerable/contracts/paging'
import {
  type Category,
  listSubmissions,
  type Period,
  readSubmission,
  type Sort,
  type Status,
  type Submission,
} from '@answerable/contracts/submissions'
import { keepPreviousData, queryOptions, replaceEqualDeep } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { call, callWithHeaders } from '../../api/call.ts'
import { type Listed, listed } from '../../api/listed.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { newestOf } from './freshness.ts'

export type Feed = Listed<Submission>
/** A page of the feed. Absent filters are not applied. */
export type FeedPlace = { page: number; sort: Sort } & FeedFilters
export type FeedFilters = {
  category?: Category
  country?: string
  status?: Status
  /** The ID of a business. */
  business?: string
  /** Only with sort 'top'. */
  period?: Exclude<Period, 'all'>
}

export const submissionQueries = {
  /** The email in the key separates the votes of different users. */
  feed: (place: FeedPlace, email: string | undefined) =>
    queryOptions({
      queryKey: [...queryKeys.feeds, place, email ?? null],
      queryFn: ({ signal }): Promise<Feed> => {
        const query = feedQueryOf(place)
        return callWithHeaders(listSubmissions, { query }, { signal }).then(
          listed,
          failedFetch('Failed to fetch boycotts'),
        )
      },
      staleTime: 10_000,
      refetchInterval: 30_000,
      placeholderData: keepPreviousData,
      structuralSharing: (cached, fetched) =>
        replaceEqualDeep(cached, newestFeed(cached as Feed | undefined, fetched as Feed)),
    }),

  detail: (id: string) =>
    queryOptions({
      queryKey: queryKeys.submission(id),
      queryFn: ({ signal }) =>
        call(readSubmission, { params: { id } }, { signal }).catch(
          failedFetch('Failed to fetch boycott'),
        ),
      structuralSharing: (cached, fetched) =>
        replaceEqualDeep(cached, newestOf(cached as Submission | undefined, fetched as Submission)),
    }),
}

/** Of the API. A prerendered page is made from the same request. */
export const feedQueryOf = ({ page, sort, ...filters }: FeedPlace) => ({
  page: String(page),
  limit: String(pageSize),
  sort,
  ...filters,
})

const newestFeed = (cached: Feed | undefined, fetched: Feed): Feed => {
  if (cached === undefined) return fetched
  const cachedById = new Map(cached.rows.map((one) => [one.id, one]))
  return {
    ...fetched,
    rows: fetched.rows.map((one) => newestOf(cachedById.get(one.id), one)),
  }
}
