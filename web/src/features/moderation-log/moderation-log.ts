import { readModerationLog } from '@answerable/contracts/moderation-log'
import { pageSize } from '@answerable/contracts/paging'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { callWithHeaders } from '../../api/call.ts'
import { listed } from '../../api/listed.ts'
import { queryKeys } from '../../api/query-keys.ts'

export const moderationLogQueries = {
  list: (page: number) =>
    queryOptions({
      queryKey: [...queryKeys.moderationLog, page],
      queryFn: ({ signal }) => {
        const query = { page: String(page), limit: String(pageSize) }
        return callWithHeaders(readModerationLog, { query }, { signal }).then(
          listed,
          failedFetch('Failed to fetch the moderation log'),
        )
      },
      staleTime: 10_000,
      refetchInterval: 30_000,
      placeholderData: keepPreviousData,
    }),
}
