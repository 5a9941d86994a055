import { readModerationLog } from '@answerable/contracts/moderation-log'
import { pageSize } from '@answerable/contracts/paging'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { callWithHeaders } from '../../api/call.ts'
import { listed } from '../../api/listed.ts'

export const moderationLog = (page: number) =>
  queryOptions({
    queryKey: ['api', 'moderation-log', page],
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
  })
