import { readVotesByDay } from '@answerable/contracts/votes-by-day'
import { queryOptions } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'

export const votesByDayQueries = {
  of: (id: string) =>
    queryOptions({
      queryKey: queryKeys.votesByDay(id),
      queryFn: ({ signal }) =>
        call(readVotesByDay, { params: { id } }, { signal }).catch(
          failedFetch('Failed to fetch the votes by day'),
        ),
      staleTime: 60_000,
    }),
}
