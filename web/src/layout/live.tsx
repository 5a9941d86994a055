import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { followSite } from '../features/live/follow-site.ts'
import { liveAddress } from '../features/live/live-socket.ts'
import { timeZoneKey } from '../features/notification-preferences/time-zone-key.ts'
import { receiveUnread, unreadQuery } from '../features/notifications/unread.ts'
import { useJoins } from '../features/participation/joins.tsx'
import { useVotes } from '../features/votes/votes.tsx'
import { readStored } from '../platform/storage.ts'
import { isUserUnknown, sessionQueries } from '../session/current-user.ts'
import { sessionNumberQuery } from '../session/set-current-user.ts'

/** Keeps the page up to date through the live connection, which belongs to the user that opened it. */
export const Live = () => {
  const client = useQueryClient()
  const votes = useVotes()
  const joins = useJoins()
  const user = useQuery(sessionQueries.currentUser())
  const isMember = user.data !== null && !isUserUnknown(user)
  const memberNumber = useMemberNumber(user.data?.id)
  const { data: sessionNumber } = useQuery(sessionNumberQuery())
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new session needs a new connection
  useEffect(
    () =>
      followSite({
        client,
        choices: [votes, joins],
        page: document,
        address: liveAddress(location),
        onUnread: (unread) => receiveUnread(client, unread),
      }),
    [client, votes, joins, isMember, memberNumber, sessionNumber],
  )
  useTimeZone(user.data?.id)
  return null
}

/** Counts the members that this page has had. The first is 1, also before it is known. */
const useMemberNumber = (userId: string | undefined): number => {
  const [known, setKnown] = useState({ id: userId, number: 1 })
  if (userId === undefined || userId === known.id) return known.number
  const next = { id: userId, number: known.number + (known.id === undefined ? 0 : 1) }
  setKnown(next)
  return next.number
}

/**
 * Sends the time zone of a member who has none. Waits for the unread number, when the page has loaded. Most pages load no
 * code for it.
 */
const useTimeZone = (userId: string | undefined): void => {
  const isConnected = useQuery(unreadQuery()).data !== undefined
  useEffect(() => {
    if (!isConnected || userId === undefined || readStored(timeZoneKey) === userId) return
    import('../features/notification-preferences/first-time-zone.ts')
      .then(({ sendFirstTimeZone }) => sendFirstTimeZone(userId))
      // The next page tries again.
      .catch(() => {})
  }, [isConnected, userId])
}
