import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'
import { queryKeys } from '../../api/query-keys.ts'
import { refetch } from '../../api/refetch.ts'

/** The number of unread notifications. It comes with the live connection and with each list; no request asks for it. */
export const unreadQuery = () =>
  queryOptions<number>({
    queryKey: queryKeys.unread,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  })

/** Applies the number of a live message. Another number means that the list has changed. */
export const receiveUnread = (client: QueryClient, unread: number): void => {
  const before = client.getQueryData(unreadQuery().queryKey)
  client.setQueryData(unreadQuery().queryKey, unread)
  if (before !== unread) refetch(client, queryKeys.notifications)
}
