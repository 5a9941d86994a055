import { liveMessage } from '@answerable/contracts/live'
import { QueryClient } from '@tanstack/react-query'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryKeys } from '../../api/query-keys.ts'
import { aComment, aSubmission } from '../../testing/submissions.ts'
import { commentQueries, firstCommentPage } from '../comments/comments.ts'
import { newestComments } from '../submissions/cached-comments.ts'
import type { Feed } from '../submissions/submission-queries.ts'
import { atMostEvery } from './at-most-every.ts'
import {
  liveAddress,
  openLiveSocket,
  parseLiveMessage,
  reconnectDelayMilliseconds,
} from './live-socket.ts'
import { connectLiveUpdates } from './live-updates.ts'

const cached = aSubmission({ version: 5, score: 10, commentCount: 3 })
const listKey = [...queryKeys.feeds, { page: 1, sort: 'hot' }, null]

const openPage = () => {
  const client = new QueryClient()
  client.setQueryData<Feed>(listKey, { rows: [cached], total: 1 })
  client.setQueryData(queryKeys.submission(cached.id), cached)
  client.setQueryData(queryKeys.comments(cached.id), firstCommentPage({ rows: [], total: 0 }))
  const pending = new Set<string>()
  const listeners = new Set<() => void>()
  let refreshes = 0
  const updates = connectLiveUpdates({
    client,
    choices: [
      {
        isPending: (id) => pending.has(id),
        subscribe: (listener) => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
    ],
    refreshFeeds: () => {
      refreshes += 1
    },
  })
  return {
    ...updates,
    client,
    pending,
    settleVote: () => {
      pending.clear()
      for (const listener of listeners) listener()
    },
    refreshes: () => refreshes,
    inList: () => client.getQueryData<Feed>(listKey)?.rows[0],
    inDetail: () => client.getQueryData<typeof cached>(queryKeys.submission(cached.id)),
    isStale: (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated,
  }
}

const update = (given: {
  version: number
  score?: number
  commentCount?: number
  participantCount?: number
}) => ({ type: 'VOTE_UPDATE', submissionId: cached.id, ...given }) as const

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a newer message changes only the figures in the list and on the page', () => {
  const page = openPage()
  page.onMessage(update({ version: 6, score: 42, commentCount: 3, participantCount: 7 }))
  expect(page.inList()).toEqual({ ...cached, version: 6, score: 42, participantCount: 7 })
  expect(page.inDetail()).toEqual({ ...cached, version: 6, score: 42, participantCount: 7 })
  expect(page.isStale(queryKeys.comments(cached.id))).toBe(false)
})

test('messages in any order result in the figures of the highest version', () => {
  const versions = fc.shuffledSubarray([3, 4, 5, 6, 7, 8, 9], { minLength: 1 })
  fc.assert(
    fc.property(versions, (order) => {
      const page = openPage()
      for (const version of order) {
        page.onMessage(update({ version, score: version * 10, commentCount: 3 }))
      }
      const highest = Math.max(...order)
      const expected =
        highest > 5 ? { version: highest, score: highest * 10 } : { version: 5, score: 10 }
      expect(page.inList()).toMatchObject(expected)
    }),
  )
})

test('a changed number of comments refetches the comments', () => {
  const page = openPage()
  page.onMessage(update({ version: 6, score: 10, commentCount: 4 }))
  expect(page.isStale(queryKeys.comments(cached.id))).toBe(true)
})

test('changed sections are fetched again some seconds later, once, if the page has them, and votes fetch none', () => {
  const page = openPage()
  const [timeline, alternatives, response] = [
    [...queryKeys.timeline(cached.id), 1],
    queryKeys.alternatives(cached.id),
    queryKeys.responses(cached.id),
  ]
  for (const key of [timeline, alternatives, response]) page.client.setQueryData(key, {})
  const staleSections = () => [timeline, alternatives, response].map(page.isStale)
  const invalidate = vi.spyOn(page.client, 'invalidateQueries')
  const figures = { score: 10, commentCount: 3 }
  // A vote that is not confirmed delays the figures, not the sections.
  page.pending.add(cached.id)
  page.onMessage({ ...update({ version: 6, ...figures }), sections: ['alternatives'] })
  page.onMessage({ ...update({ version: 7, ...figures }), sections: ['alternatives'] })
  vi.advanceTimersByTime(999)
  expect(staleSections()).toEqual([false, false, false])
  vi.advanceTimersByTime(2_001)
  expect(staleSections()).toEqual([false, true, false])
  expect(invalidate).toHaveBeenCalledTimes(1)
  for (let version = 8; version < 100; version += 1) page.onMessage(update({ version, ...figures }))
  vi.advanceTimersByTime(3_000)
  expect(invalidate).toHaveBeenCalledTimes(1)
  page.onMessage({
    ...{ type: 'VOTE_UPDATE', submissionId: 'elsewher', version: 1, ...figures },
    sections: ['alternatives'],
  })
  vi.advanceTimersByTime(3_000)
  expect(invalidate).toHaveBeenCalledTimes(1)
})

test('a decision refetches all sections of its submission; a page that has ended refetches none', () => {
  const page = openPage()
  const timeline = [...queryKeys.timeline(cached.id), 1]
  page.client.setQueryData(timeline, {})
  page.onMessage(update({ version: 6 }))
  vi.advanceTimersByTime(3_000)
  expect(page.isStale(timeline)).toBe(true)
  page.client.setQueryData(timeline, {})
  page.onMessage(update({ version: 7 }))
  page.stop()
  vi.advanceTimersByTime(3_000)
  expect(page.isStale(timeline)).toBe(false)
})

test('a comment that was removed loses its text at once, and an older response does not restore it', () => {
  const page = openPage()
  const { queryKey } = commentQueries.threads(cached.id, 'newest')
  const comment = aComment()
  const pages = firstCommentPage({ rows: [comment], total: 1 })
  page.client.setQueryData(queryKey, pages)
  const ids = { submissionId: cached.id, commentId: comment.id }
  page.onMessage({ type: 'COMMENT_UPDATE', ...ids, state: 'removed' })
  const shown = page.client.getQueryData(queryKey)?.pages[0]?.rows[0]
  expect(shown).toMatchObject({ state: 'removed', content: '', author: null })
  expect(page.isStale(queryKey)).toBe(true)
  expect(newestComments(page.client.getQueryData(queryKey), pages)).toMatchObject({
    pages: [{ rows: [{ state: 'removed' }] }],
  })
})

test('a message without figures refetches', () => {
  const page = openPage()
  page.onMessage(update({ version: 6 }))
  expect(page.isStale(queryKeys.submission(cached.id))).toBe(true)
  expect(page.refreshes()).toBe(1)
})

test('figures wait while a vote is pending, so that it is not counted twice', () => {
  const page = openPage()
  page.pending.add(cached.id)
  page.onMessage(update({ version: 6, score: 11, commentCount: 3 }))
  expect(page.inList()).toEqual(cached)
  page.settleVote()
  expect(page.inList()).toMatchObject({ version: 6, score: 11 })
})

test('comments that are being fetched for the first time are fetched again after a message', async () => {
  const { client, onMessage } = openPage()
  const queryKey = queryKeys.comments('other123')
  const first = Promise.withResolvers<string>()
  const fetched = client.fetchQuery({ queryKey, queryFn: () => first.promise })
  onMessage({ type: 'COMMENT_UPDATE', submissionId: 'other123', commentId: 'x', state: 'shown' })
  first.resolve('without the comment')
  await fetched
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true)
})

test('when the connection opens, only data older than some seconds is refetched', () => {
  const page = openPage()
  vi.advanceTimersByTime(4_000)
  page.onConnected()
  expect(page.isStale(listKey)).toBe(false)
  vi.advanceTimersByTime(2_000)
  page.client.setQueryData(queryKeys.submission(cached.id), cached)
  page.onConnected()
  expect(page.isStale(listKey)).toBe(true)
  expect(page.isStale(queryKeys.submission(cached.id))).toBe(false)
})

test('after a reconnection everything about submissions is refetched once', () => {
  const page = openPage()
  page.onReconnected()
  expect(page.isStale(listKey)).toBe(true)
  expect(page.isStale(queryKeys.submission(cached.id))).toBe(true)
})

/** Counts runs, at most one per five seconds. */
const counted = ({ spreadMilliseconds = 0, ageMilliseconds = 0 }) => {
  const page = new EventTarget() as EventTarget & { hidden: boolean }
  page.hidden = false
  let runs = 0
  const { ask, stop } = atMostEvery({
    intervalMilliseconds: 5_000,
    spreadMilliseconds,
    ageMilliseconds,
    action: () => {
      runs += 1
    },
    page,
  })
  return { page, ask, stop, runs: () => runs }
}

test('lists are refreshed at most once per interval, and not in a hidden tab', () => {
  const { page, ask, stop, runs } = counted({})
  ask()
  vi.advanceTimersByTime(0)
  expect(runs()).toBe(1)
  for (let message = 0; message < 50; message += 1) ask()
  vi.advanceTimersByTime(4_999)
  expect(runs()).toBe(1)
  vi.advanceTimersByTime(1)
  expect(runs()).toBe(2)

  page.hidden = true
  ask()
  vi.advanceTimersByTime(60_000)
  expect(runs()).toBe(2)
  page.hidden = false
  page.dispatchEvent(new Event('visibilitychange'))
  vi.advanceTimersByTime(5_000)
  expect(runs()).toBe(3)
  stop()
})

test('pages notified at the same moment refetch at different moments', () => {
  const pages = Array.from({ length: 100 }, () => counted({ spreadMilliseconds: 1_000 }))
  for (const { ask } of pages) ask()
  const requests = () => pages.filter(({ runs }) => runs() > 0).length
  vi.advanceTimersByTime(250)
  expect(requests()).toBeLessThan(60)
  vi.advanceTimersByTime(750)
  expect(requests()).toBe(100)
  for (const { stop } of pages) stop()
})

test('lists that may be older than the last change are refetched once more', () => {
  const { ask, stop, runs } = counted({ ageMilliseconds: 2_000 })
  ask()
  vi.advanceTimersByTime(0)
  expect(runs()).toBe(1)
  vi.advanceTimersByTime(5_000)
  expect(runs()).toBe(2)
  vi.advanceTimersByTime(60_000)
  expect(runs()).toBe(2)

  ask()
  vi.advanceTimersByTime(1_000)
  ask()
  vi.advanceTimersByTime(4_000)
  expect(runs()).toBe(4)
  vi.advanceTimersByTime(60_000)
  expect(runs()).toBe(4)
  stop()
})

test('a closed socket reconnects with growing delays, and reports the reconnection', () => {
  const sockets: WebSocket[] = []
  let connected = 0
  let reconnected = 0
  const stop = openLiveSocket('ws://localhost/ws', {
    connect: () => {
      const socket = { close: () => {} } as WebSocket
      sockets.push(socket)
      return socket
    },
    onMessage: () => {},
    onUnread: () => {},
    onConnected: () => {
      connected += 1
    },
    onReconnected: () => {
      reconnected += 1
    },
  })
  const last = () => sockets.at(-1) as WebSocket
  last().onopen?.(new Event('open'))
  expect(reconnected).toBe(0)
  last().onclose?.(new CloseEvent('close'))
  vi.advanceTimersByTime(1_000)
  expect(sockets).toHaveLength(2)
  last().onclose?.(new CloseEvent('close'))
  vi.advanceTimersByTime(999)
  expect(sockets).toHaveLength(2)
  vi.advanceTimersByTime(1_001)
  expect(sockets).toHaveLength(3)
  last().onopen?.(new Event('open'))
  expect(reconnected).toBe(1)
  expect(connected).toBe(1)
  stop()
  last().onclose?.(new CloseEvent('close'))
  vi.advanceTimersByTime(60_000)
  expect(sockets).toHaveLength(3)
})

test('delays double up to half a minute, with jitter', () => {
  expect(reconnectDelayMilliseconds(0, 0)).toBe(500)
  expect(reconnectDelayMilliseconds(0, 1)).toBe(1_000)
  expect(reconnectDelayMilliseconds(3, 1)).toBe(8_000)
  expect(reconnectDelayMilliseconds(50, 1)).toBe(30_000)
})

test('an unreadable message is only logged', () => {
  const logged = vi.spyOn(console, 'debug').mockImplementation(() => {})
  const other = '{"type":"OTHER","submissionId":"a1B2c3D4","version":1}'
  const broken = '{"type":"VOTE_UPDATE","submissionId":"a1B2c3D4","version":1,"score":"7"}'
  const gone = '{"type":"COMMENT_UPDATE","submissionId":"a1B2c3D4","commentId":"c","state":"gone"}'
  for (const data of ['', '{', '{}', 'null', other, broken, gone, new Blob()]) {
    expect(parseLiveMessage(data)).toBeUndefined()
  }
  expect(logged).toHaveBeenCalledTimes(8)
})

test('every message that the contract allows is read', () => {
  const figure = fc.option(fc.maxSafeInteger(), { nil: undefined })
  const messages = fc.record(
    {
      type: fc.constant('VOTE_UPDATE'),
      submissionId: fc.stringMatching(/^[0-9A-Za-z]{8}$/),
      version: fc.maxSafeInteger(),
      score: figure,
      commentCount: figure,
    },
    { requiredKeys: ['type', 'submissionId', 'version'] },
  )
  fc.assert(
    fc.property(messages, (message) => {
      const text = JSON.stringify(message)
      expect(parseLiveMessage(text)).toEqual(liveMessage.parse(JSON.parse(text)))
    }),
  )
})

test('an unread number is read', () => {
  expect(parseLiveMessage('{"type":"UNREAD","unread":3}')).toEqual({ type: 'UNREAD', unread: 3 })
})

test('the socket is on the same host, and secure if the page is', () => {
  expect(liveAddress({ protocol: 'https:', host: 'example.org' })).toBe('wss://example.org/ws')
  expect(liveAddress({ protocol: 'http:', host: 'localhost:8080' })).toBe('ws://localhost:8080/ws')
})
