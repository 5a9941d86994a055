import {
  listNotifications,
  type Notice,
  type NoticesToRead,
  readNotifications,
} from '@answerable/contracts/notifications'
import { pageSize } from '@answerable/contracts/paging'
import {
  keepPreviousData,
  type Query,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { failedFetch, messageFor } from '../../api/api-error.ts'
import { call, callWithHeaders } from '../../api/call.ts'
import { type Listed, listed } from '../../api/listed.ts'
import { patchQuery } from '../../api/patch-query.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useMemberCall } from '../../session/member-call.ts'
import { useToast } from '../../ui/toast.tsx'
import { unreadQuery } from './unread.ts'

const lists = [...queryKeys.notifications, 'list'] as const

/** The member's notifications, newest first, fetched on every visit of the page. */
export const notificationList = (page: number, client: QueryClient) =>
  queryOptions({
    queryKey: [...lists, page],
    queryFn: async ({ signal }): Promise<Listed<Notice>> => {
      const query = { page: String(page), limit: String(pageSize) }
      const response = await callWithHeaders(listNotifications, { query }, { signal }).catch(
        failedFetch('Failed to fetch your notifications'),
      )
      const unread = response.headers.get('x-unread-count')
      if (unread !== null) client.setQueryData(unreadQuery().queryKey, Number(unread))
      return listed<Notice>(response)
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

/** Marks notices as read: in every cached list at once, then on the server. */
export const useMarkAsRead = () => {
  const client = useQueryClient()
  const toast = useToast()
  const memberCall = useMemberCall()
  return useMutation({
    mutationKey: lists,
    mutationFn: (body: NoticesToRead) => memberCall(() => call(readNotifications, { body })),
    onMutate: (marked) => markInCache(client, marked),
    onError: (error) => {
      toast({
        title: 'Error',
        description: messageFor(error, 'Failed to mark as read'),
        variant: 'destructive',
      })
      void client.invalidateQueries({ queryKey: queryKeys.notifications })
    },
    onSettled: () => {
      // Before the last mark is saved, a list would lack it.
      if (client.isMutating({ mutationKey: lists }) > 1) return
      const isInvalidated = ({ state }: Query) => state.isInvalidated
      void client.refetchQueries({ queryKey: lists, type: 'active', predicate: isInvalidated })
    },
  })
}

/** Cancels the fetch of a list, because its response would undo the marks. The list is fetched again afterwards. */
const markInCache = async (client: QueryClient, { upTo, only }: NoticesToRead): Promise<void> => {
  const wasFetching = client.isFetching({ queryKey: lists }) > 0
  await client.cancelQueries({ queryKey: lists })
  const isMarked = ({ id }: Notice) => id <= upTo && only?.includes(id) !== false
  for (const query of client.getQueryCache().findAll({ queryKey: lists }))
    patchQuery<Listed<Notice>>(client, query, (list) => ({
      ...list,
      rows: list.rows.map((one) => (isMarked(one) ? { ...one, unread: false } : one)),
    }))
  if (wasFetching) await client.invalidateQueries({ queryKey: lists, refetchType: 'none' })
  client.setQueryData(unreadQuery().queryKey, (unread = 0) =>
    only === undefined ? 0 : Math.max(0, unread - only.length),
  )
}
