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
import { newerOf } from './freshness.ts'

export type Feed = { submissions: readonly Submission[]; total: number }
export type FeedPlace = { page: number; sort: Sort }

/** Key of everything that is known about submissions: lists, details, comments. */
export const boycottsKey = ['api', 'boycotts'] as const
export const feedsKey = [...boycottsKey, 'list'] as const
export const submissionKey = (id: string) => [...boycottsKey, 'one', id] as const

/** The e-mail only keeps one person's votes from being shown to the next. */
export const feed = (place: FeedPlace, email: string | undefined) =>
  queryOptions({
    queryKey: [...feedsKey, place, email ?? null],
    queryFn: async ({ signal }): Promise<Feed> => {
      const query = { page: String(place.page), limit: String(pageSize), sort: place.sort }
      const { body, headers } = await callWithHeaders(listSubmissions, { query }, { signal }).catch(
        failedFetch('Failed to fetch boycotts'),
      )
      return feedOf(body, headers.get('x-total-count'))
    },
    staleTime: 10_000,
    refetchInterval: 30_000,
    placeholderData: keepPreviousData,
    structuralSharing: (held, fetched) =>
      replaceEqualDeep(held, newerFeed(held as Feed | undefined, fetched as Feed)),
  })

export const feedOf = (submissions: readonly Submission[], total: string | null): Feed => ({
  submissions,
  total: Number(total ?? submissions.length),
})

export const submission = (id: string) =>
  queryOptions({
    queryKey: submissionKey(id),
    queryFn: ({ signal }) =>
      call(readSubmission, { params: { id } }, { signal }).catch(
        failedFetch('Failed to fetch boycott'),
      ),
    structuralSharing: (held, fetched) =>
      replaceEqualDeep(held, newerOf(held as Submission | undefined, fetched as Submission)),
  })

const newerFeed = (held: Feed | undefined, fetched: Feed): Feed => {
  if (held === undefined) return fetched
  const heldById = new Map(held.submissions.map((one) => [one.id, one]))
  return {
    ...fetched,
    submissions: fetched.submissions.map((one) => newerOf(heldById.get(one.id), one)),
  }
}
