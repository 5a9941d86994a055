import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../api/query-keys.ts'
import { atMostEvery } from './at-most-every.ts'
import { openLiveSocket } from './live-socket.ts'
import { connectLiveUpdates, type PendingChoices } from './live-updates.ts'

const refreshIntervalMilliseconds = 5_000
const refreshSpreadMilliseconds = 1_000
/** Anonymous responses are cached for up to a second, and the cache is invalidated a moment after a vote. */
const responseAgeMilliseconds = 2_000

/** Keeps the page's cached data up to date. Returns a function that stops it. */
export const followSite = (options: {
  client: QueryClient
  choices: readonly PendingChoices[]
  page: Parameters<typeof atMostEvery>[0]['page']
  /** Address of the websocket. */
  address: string
  onUnread: (unread: number) => void
}): (() => void) => {
  const { client, choices, page, address, onUnread } = options
  const feeds = atMostEvery({
    intervalMilliseconds: refreshIntervalMilliseconds,
    spreadMilliseconds: refreshSpreadMilliseconds,
    ageMilliseconds: responseAgeMilliseconds,
    action: () => void client.invalidateQueries({ queryKey: queryKeys.feeds }),
    page,
  })
  const updates = connectLiveUpdates({ client, choices, refreshFeeds: feeds.ask })
  const closeSocket = openLiveSocket(address, {
    connect: (at) => new WebSocket(at),
    onMessage: updates.onMessage,
    onUnread,
    onConnected: updates.onConnected,
    onReconnected: updates.onReconnected,
  })
  return () => {
    closeSocket()
    updates.stop()
    feeds.stop()
  }
}
