import { pageSize } from '@answerable/contracts/paging'
import type { RouteInput } from '@answerable/contracts/route'
import { readBusinessTimeline, readTimeline } from '@answerable/contracts/timeline'
import { listOwnUpdates, reportUpdate } from '@answerable/contracts/updates'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { call, callWithHeaders } from '../../api/call.ts'
import { listed } from '../../api/listed.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useMemberCall } from '../../session/member-call.ts'

export const timelineQueries = {
  ofSubmission: (id: string, page: number) =>
    queryOptions({
      queryKey: [...queryKeys.timeline(id), page],
      queryFn: ({ signal }) =>
        callWithHeaders(
          readTimeline,
          { params: { id }, query: { page: String(page) } },
          { signal },
        ).then(listed, failedFetch('Failed to fetch the timeline')),
      staleTime: 10_000,
      placeholderData: keepPreviousData,
    }),

  ofBusiness: (id: string, page: number) =>
    queryOptions({
      queryKey: [...queryKeys.businesses, 'timeline', id, page],
      queryFn: ({ signal }) =>
        callWithHeaders(
          readBusinessTimeline,
          { params: { id }, query: { page: String(page) } },
          { signal },
        ).then(listed, failedFetch('Failed to fetch the timeline')),
      staleTime: 10_000,
      placeholderData: keepPreviousData,
    }),
}

export const ownUpdateQueries = {
  list: (page: number) =>
    queryOptions({
      queryKey: [...queryKeys.ownUpdates, page],
      queryFn: ({ signal }) =>
        callWithHeaders(
          listOwnUpdates,
          { query: { page: String(page), limit: String(pageSize) } },
          { signal },
        ).then(listed, failedFetch('Failed to fetch your updates')),
      staleTime: 10_000,
      placeholderData: keepPreviousData,
    }),
}

/** Reports an update about a boycott. */
export const useReportUpdate = (id: string) => {
  const client = useQueryClient()
  const memberCall = useMemberCall()
  return useMutation({
    mutationFn: (body: RouteInput<typeof reportUpdate>['body']) =>
      memberCall(() => call(reportUpdate, { params: { id }, body })),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.ownUpdates }),
  })
}
