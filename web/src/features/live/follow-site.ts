import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../api/query-keys.ts'
import { atMostEvery } from './at-most-every.ts'
import { openLiveSocket } from './live-socket.ts'
import { connectLiveUpdates, type PendingVotes } from './live-updates.ts'

const refreshIntervalMilliseconds = 5_000
const refreshSpreadMilliseconds = 1_000
/** Visitors get lists that are up to a second old, and the site tells itself of a vote a moment later. */
const answerAgeMilliseconds = 2_000

/** Keeps what a page holds up to date with the site. Answers what ends it. */
export const followSite = (wires: {
  client: QueryClient
  votes: PendingVotes
  page: Parameters<typeof atMostEvery>[0]['page']
  /** Of the site's socket. */
  address: string
}): (() => void) => {
  const { client, votes, page, address } = wires
  const feeds = atMostEvery({
    intervalMilliseconds: refreshIntervalMilliseconds,
    spreadMilliseconds: refreshSpreadMilliseconds,
    ageMilliseconds: answerAgeMilliseconds,
    action: () => void client.invalidateQueries({ queryKey: queryKeys.feeds }),
    page,
  })
  const updates = connectLiveUpdates({ client, votes, refreshFeeds: feeds.ask })
  const closeSocket = openLiveSocket(address, {
    connect: (at) => new WebSocket(at),
    onMessage: updates.onMessage,
    onConnected: updates.onConnected,
    onReconnected: updates.onReconnected,
  })
  return () => {
    closeSocket()
    updates.stop()
    feeds.stop()
  }
}
