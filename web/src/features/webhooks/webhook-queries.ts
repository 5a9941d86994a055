import { pageSize } from '@answerable/contracts/paging'
import { listWebhookDeliveries, listWebhooks } from '@answerable/contracts/webhooks'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { call, callWithHeaders } from '../../api/call.ts'
import { listed } from '../../api/listed.ts'
import { queryKeys } from '../../api/query-keys.ts'

const key = [...queryKeys.admin, 'webhooks'] as const

export const webhookQueries = {
  list: () =>
    queryOptions({
      queryKey: [...key, 'list'],
      queryFn: ({ signal }) =>
        call(listWebhooks, {}, { signal }).catch(failedFetch('Failed to fetch the webhooks')),
      staleTime: 0,
      refetchInterval: 30_000,
    }),
  deliveries: (id: string, page: number) =>
    queryOptions({
      queryKey: [...key, 'deliveries', id, page],
      queryFn: ({ signal }) =>
        callWithHeaders(
          listWebhookDeliveries,
          { params: { id }, query: { page: String(page), limit: String(pageSize) } },
          { signal },
        ).then(listed, failedFetch('Failed to fetch the deliveries')),
      staleTime: 0,
      refetchInterval: 5_000,
      placeholderData: keepPreviousData,
    }),
}

export const useWebhooksChanged = () => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: key })
}
