import {
  listOwnSuggestions,
  type Suggestion,
  suggestChange,
} from '@answerable/contracts/businesses'
import { pageSize } from '@answerable/contracts/paging'
import type { RouteInput } from '@answerable/contracts/route'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { call, callWithHeaders } from '../../api/call.ts'
import { type Listed, listed } from '../../api/listed.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useMemberCall } from '../../session/member-call.ts'

export const ownSuggestionQueries = {
  list: (page: number) =>
    queryOptions({
      queryKey: [...queryKeys.ownSuggestions, page],
      queryFn: ({ signal }): Promise<Listed<Suggestion>> => {
        const query = { page: String(page), limit: String(pageSize) }
        return callWithHeaders(listOwnSuggestions, { query }, { signal }).then(
          listed,
          failedFetch('Failed to fetch your suggestions'),
        )
      },
      staleTime: 10_000,
      placeholderData: keepPreviousData,
    }),
}

/** Sends a suggestion about a business. */
export const useSuggestChange = (businessId: string) => {
  const client = useQueryClient()
  const memberCall = useMemberCall()
  return useMutation({
    mutationFn: (body: RouteInput<typeof suggestChange>['body']) =>
      memberCall(() => call(suggestChange, { params: { id: businessId }, body })),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.ownSuggestions }),
  })
}
