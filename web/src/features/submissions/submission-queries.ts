import { pageSize } from '@answerable/contracts/paging'
import {
  listSubmissions,
  readSubmission,
  type Sort,
  type Submission,
} from '@answerable/contracts/submissions'
import { keepPreviousData, queryOptions, replaceEqualDeep } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { call, callWithHeaders } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { newerOf } from './freshness.ts'

export type Feed = { submissions: readonly Submission[]; total: number }
export type FeedPlace = { page: number; sort: Sort }

export const submissionQueries = {
  /** The email in the key separates the votes of different users. */
  feed: (place: FeedPlace, email: string | undefined) =>
    queryOptions({
      queryKey: [...queryKeys.feeds, place, email ?? null],
      queryFn: async ({ signal }): Promise<Feed> => {
        const query = { page: String(place.page), limit: String(pageSize), sort: place.sort }
        const { body, headers } = await callWithHeaders(
          listSubmissions,
          { query },
          { signal },
        ).catch(failedFetch('Failed to fetch boycotts'))
        return feedOf(body, headers.get('x-total-count'))
      },
      staleTime: 10_000,
      refetchInterval: 30_000,
      placeholderData: keepPreviousData,
      structuralSharing: (cached, fetched) =>
        replaceEqualDeep(cached, newerFeed(cached as Feed | undefined, fetched as Feed)),
    }),

  detail: (id: string) =>
    queryOptions({
      queryKey: queryKeys.submission(id),
      queryFn: ({ signal }) =>
        call(readSubmission, { params: { id } }, { signal }).catch(
          failedFetch('Failed to fetch boycott'),
        ),
      structuralSharing: (cached, fetched) =>
        replaceEqualDeep(cached, newerOf(cached as Submission | undefined, fetched as Submission)),
    }),
}

export const feedOf = (submissions: readonly Submission[], total: string | null): Feed => ({
  submissions,
  total: Number(total ?? submissions.length),
})

const newerFeed = (cached: Feed | undefined, fetched: Feed): Feed => {
  if (cached === undefined) return fetched
  const cachedById = new Map(cached.submissions.map((one) => [one.id, one]))
  return {
    ...fetched,
    submissions: fetched.submissions.map((one) => newerOf(cachedById.get(one.id), one)),
  }
}
