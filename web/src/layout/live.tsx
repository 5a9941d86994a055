import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followSite } from '../features/live/follow-site.ts'
import { liveAddress } from '../features/live/live-socket.ts'
import { receiveUnread } from '../features/notifications/unread.ts'
import { useVotes } from '../features/votes/votes.tsx'
import { sessionQueries } from '../session/current-user.ts'

/** Keeps the page up to date through the live connection, which belongs to the user that opened it. */
export const Live = () => {
  const client = useQueryClient()
  const votes = useVotes()
  const user = useQuery(sessionQueries.currentUser())
  const isMember = user.isPending || Boolean(user.data)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new session needs a new connection
  useEffect(
    () =>
      followSite({
        client,
        votes,
        page: document,
        address: liveAddress(location),
        onUnread: (unread) => receiveUnread(client, unread),
      }),
    [client, votes, isMember],
  )
  return null
}
