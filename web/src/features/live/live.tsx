import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { feedsKey } from '../submissions/submissions.ts'
import { useVotes } from '../votes/votes.tsx'
import { atMostEvery } from './at-most-every.ts'
import { liveAddress, openLiveSocket } from './live-socket.ts'
import { connectLiveUpdates } from './live-updates.ts'

const refreshIntervalMilliseconds = 5_000

/** Follows what happens on the site for as long as the page is open. */
export const Live = () => {
  const client = useQueryClient()
  const votes = useVotes()
  useEffect(() => {
    const feeds = atMostEvery(
      refreshIntervalMilliseconds,
      () => void client.invalidateQueries({ queryKey: feedsKey }),
      document,
    )
    const updates = connectLiveUpdates({ client, votes, refreshFeeds: feeds.ask })
    const closeSocket = openLiveSocket(liveAddress(location), {
      connect: (address) => new WebSocket(address),
      onMessage: updates.onMessage,
      onReconnected: updates.onReconnected,
    })
    return () => {
      closeSocket()
      updates.stop()
      feeds.stop()
    }
  }, [client, votes])
  return null
}
