import { reviewAlternative } from '@answerable/contracts/alternative-decisions'
import { reviewComment } from '@answerable/contracts/comment-decisions'
import { pageSize } from '@answerable/contracts/paging'
import { reviewResponse } from '@answerable/contracts/response-decisions'
import {
  listAllSubmissions,
  listFlagged,
  previewRank,
  readStats,
  type reviewSorts,
  reviewSubmission,
  type submissionStates,
} from '@answerable/contracts/review'
import {
  listQueue,
  type QueueEntry,
  type QueueKind,
  type QueueSort,
} from '@answerable/contracts/review-queue'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { call, callWithHeaders } from '../../api/call.ts'
import { type Listed, listed } from '../../api/listed.ts'
import { queryKeys } from '../../api/query-keys.ts'

export type ReviewSearch = {
  page: number
  search: string
  state: (typeof submissionStates)[number]
  sort: (typeof reviewSorts)[number]
}

const reviewRoutes = {
  submission: reviewSubmission,
  comment: reviewComment,
  response: reviewResponse,
  alternative: reviewAlternative,
} as const
export type ReviewedKind = keyof typeof reviewRoutes

type QueuePlace = { kind: QueueKind; sort: QueueSort; page: number }

const readQueue = async (
  { kind, sort, page }: QueuePlace,
  signal: AbortSignal,
): Promise<Listed<QueueEntry>> => {
  if (kind !== 'submissions' || sort !== 'urgent') {
    const query = { ...pageOf(page), kind, sort }
    return listed(await callWithHeaders(listQueue, { query }, { signal }))
  }
  const { rows, ...rest } = listed(
    await callWithHeaders(listFlagged, { query: pageOf(page) }, { signal }),
  )
  return {
    ...rest,
    rows: rows.map(({ waitingSince, openBy, ...submission }) => ({
      kind: 'submission',
      waitingSince,
      openBy,
      submission,
    })),
  }
}

/** Other administrators change the same lists. */
const freshMilliseconds = 5_000
const refetchMilliseconds = 10_000

export const reviewQueries = {
  stats: () =>
    queryOptions({
      queryKey: [...queryKeys.admin, 'stats'],
      queryFn: ({ signal }) =>
        call(readStats, {}, { signal }).catch(failedFetch('Failed to fetch the totals')),
      staleTime: freshMilliseconds,
      refetchInterval: refetchMilliseconds,
    }),

  /** Everything that waits for a decision. */
  queue: (kind: QueueKind, sort: QueueSort, page: number) =>
    queryOptions({
      queryKey: [...queryKeys.admin, 'queue', kind, sort, page],
      queryFn: ({ signal }) =>
        readQueue({ kind, sort, page }, signal).catch(failedFetch('Failed to fetch the queue')),
      staleTime: freshMilliseconds,
      refetchInterval: refetchMilliseconds,
      placeholderData: keepPreviousData,
    }),

  submissions: ({ page, search, state, sort }: ReviewSearch) =>
    queryOptions({
      queryKey: [...queryKeys.admin, 'submissions', { page, search, state, sort }],
      queryFn: ({ signal }) =>
        callWithHeaders(
          listAllSubmissions,
          { query: { ...pageOf(page), search: search === '' ? undefined : search, state, sort } },
          { signal },
        ).then(listed, failedFetch('Failed to fetch submissions')),
      staleTime: freshMilliseconds,
      placeholderData: keepPreviousData,
    }),

  /** One submission with its flags, decisions, boosts and appeals. */
  detail: (id: string) =>
    queryOptions({
      queryKey: [...queryKeys.admin, 'review', id],
      queryFn: ({ signal }) =>
        call(reviewSubmission, { params: { id } }, { signal }).catch(
          failedFetch('Failed to fetch the submission'),
        ),
      staleTime: freshMilliseconds,
    }),

  /** One comment with its flags, decisions and appeals. */
  comment: (id: string) =>
    queryOptions({
      queryKey: [...queryKeys.admin, 'comment', id],
      queryFn: ({ signal }) =>
        call(reviewComment, { params: { id } }, { signal }).catch(
          failedFetch('Failed to fetch the comment'),
        ),
      staleTime: freshMilliseconds,
    }),

  /** One alternative with its flags, decisions and appeals. */
  alternative: (id: string) =>
    queryOptions({
      queryKey: [...queryKeys.admin, 'alternative', id],
      queryFn: ({ signal }) =>
        call(reviewAlternative, { params: { id } }, { signal }).catch(
          failedFetch('Failed to fetch the alternative'),
        ),
      staleTime: freshMilliseconds,
    }),

  /** One response with its flags, decisions and appeals. */
  response: (id: string) =>
    queryOptions({
      queryKey: [...queryKeys.admin, 'response', id],
      queryFn: ({ signal }) =>
        call(reviewResponse, { params: { id } }, { signal }).catch(
          failedFetch('Failed to fetch the response'),
        ),
      staleTime: freshMilliseconds,
    }),

  /** The latest decision about content; null if there is none. */
  latestDecision: (kind: ReviewedKind, id: string) =>
    queryOptions({
      queryKey: [...queryKeys.admin, 'latest-decision', kind, id],
      queryFn: async ({ signal }) => {
        const { decisions } = await call(reviewRoutes[kind], { params: { id } }, { signal })
        return decisions[0] ?? null
      },
      staleTime: freshMilliseconds,
    }),

  /** Rank of a submission in the feed, now and with another boost. */
  rank: (id: string, boost: number) =>
    queryOptions({
      queryKey: [...queryKeys.admin, 'rank', id, boost],
      queryFn: ({ signal }) =>
        call(previewRank, { params: { id }, query: { boost: String(boost) } }, { signal }).catch(
          failedFetch('Failed to fetch the ranks'),
        ),
      staleTime: 5_000,
      placeholderData: keepPreviousData,
    }),
}

const pageOf = (page: number) => ({ page: String(page), limit: String(pageSize) })
