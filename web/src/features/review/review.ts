import { pageSize } from '@answerable/contracts/paging'
import {
  listAllSubmissions,
  listFlagged,
  readStats,
  type reviewSorts,
  reviewSubmission,
  type submissionStates,
} from '@answerable/contracts/review'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { call, callWithHeaders } from '../../api/call.ts'
import { listed } from '../../api/listed.ts'
import { adminKey } from './admin-key.ts'

export type ReviewSearch = {
  page: number
  search: string
  state: (typeof submissionStates)[number]
  sort: (typeof reviewSorts)[number]
}

/** Others work on the same lists. */
const freshMilliseconds = 5_000
const refetchMilliseconds = 10_000

export const stats = () =>
  queryOptions({
    queryKey: [...adminKey, 'stats'],
    queryFn: ({ signal }) =>
      call(readStats, {}, { signal }).catch(failedFetch('Failed to fetch the totals')),
    staleTime: freshMilliseconds,
    refetchInterval: refetchMilliseconds,
  })

/** What waits for a decision: most flags first, then oldest. */
export const queue = (page: number) =>
  queryOptions({
    queryKey: [...adminKey, 'queue', page],
    queryFn: ({ signal }) =>
      callWithHeaders(listFlagged, { query: pageOf(page) }, { signal }).then(
        listed,
        failedFetch('Failed to fetch flagged content'),
      ),
    staleTime: freshMilliseconds,
    refetchInterval: refetchMilliseconds,
    placeholderData: keepPreviousData,
  })

export const allSubmissions = ({ page, search, state, sort }: ReviewSearch) =>
  queryOptions({
    queryKey: [...adminKey, 'submissions', { page, search, state, sort }],
    queryFn: ({ signal }) =>
      callWithHeaders(
        listAllSubmissions,
        { query: { ...pageOf(page), search: search === '' ? undefined : search, state, sort } },
        { signal },
      ).then(listed, failedFetch('Failed to fetch submissions')),
    staleTime: freshMilliseconds,
    placeholderData: keepPreviousData,
  })

/** Everything about one submission: its flags, decisions, boosts and appeals. */
export const review = (id: string) =>
  queryOptions({
    queryKey: [...adminKey, 'review', id],
    queryFn: ({ signal }) =>
      call(reviewSubmission, { params: { id } }, { signal }).catch(
        failedFetch('Failed to fetch the submission'),
      ),
    staleTime: freshMilliseconds,
  })

const pageOf = (page: number) => ({ page: String(page), limit: String(pageSize) })
