import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type CommentChange, commentChanged, submissionChanged } from '@answerable/contracts/events'
import {
  commentMessage,
  type LiveMessage,
  liveMessage,
  type PageMessage,
} from '@answerable/contracts/live'
import {
  passportHeader,
  passportKeysFor,
  readPassportKeys,
  signPassport,
} from '@answerable/service-kit/calls/passport'
import {
  type BareTestService,
  startBareTestService,
  testMasterKey,
} from '@answerable/service-kit/testing/service'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { realtime } from './service.ts'

const windowMilliseconds = 100
const environment = {
  LIVE_WINDOW_MS: String(windowMilliseconds),
  MAX_SOCKETS: '40',
  NOTIFICATIONS_URL: 'http://127.0.0.1:9',
}
const origin = 'http://localhost:8080'
const keys = readPassportKeys(passportKeysFor(testMasterKey, 'gateway')) ?? new Map()

let service: BareTestService

beforeAll(async () => {
  service = await startBareTestService(realtime, environment)
})
afterAll(() => service.stop())

const passport = (path = '/ws'): string =>
  signPassport(keys, {
    issuer: 'gateway',
    audience: 'realtime',
    method: 'GET',
    path,
    viewer: null,
    client: { address: '203.0.113.9' },
  })

type Page = {
  socket: WebSocket
  received: LiveMessage[]
  comments: PageMessage[]
  closed: Promise<number>
}

const openPage = async (at = service, options: { autoPong?: boolean } = {}): Promise<Page> => {
  const headers = { [passportHeader]: passport(), origin }
  const socket = new WebSocket(`${at.url.replace('http', 'ws')}/ws`, { headers, ...options })
  const received: LiveMessage[] = []
  const comments: PageMessage[] = []
  socket.on('message', (data) => {
    const message = JSON.parse(String(data))
    if (message.type === 'COMMENT_UPDATE') comments.push(commentMessage.parse(message))
    else received.push(liveMessage.parse(message))
  })
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  return { socket, received, comments, closed }
}

const statusOf = (headers: Record<string, string>, path = '/ws', at = service): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`${at.url.replace('http', 'ws')}${path}`, { headers })
    socket.on('open', () => {
      socket.terminate()
      resolve(101)
    })
    socket.on('error', reject)
    socket.on('unexpected-response', (_request, response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
  })

const change = async (
  submissionId: string,
  version: number,
  at = service,
  more: { approved?: boolean; cause?: 'numbers' | 'decision' } = {},
): Promise<void> =>
  at.bus.publish({
    id: randomUUID(),
    subject: submissionChanged.subject,
    payload: {
      changes: [
        {
          submissionId,
          version,
          score: version,
          commentCount: 0,
          approved: true,
          cause: 'numbers',
          ...more,
        },
      ],
    },
    requestId: null,
  })

test('every open socket receives a change', async () => {
  const pages = await Promise.all(Array.from({ length: 20 }, () => openPage()))
  await change('everyone', 7)
  for (const { received } of pages) {
    await expect
      .poll(() => received)
      .toEqual([
        { type: 'VOTE_UPDATE', submissionId: 'everyone', version: 7, score: 7, commentCount: 0 },
      ])
  }
  for (const { socket } of pages) socket.terminate()
})

test('many changes are few messages, in order, and the last one is the newest', async () => {
  const { socket, received } = await openPage()
  const startedAt = performance.now()
  const count = 300
  const versions = Array.from({ length: count }, (_, index) => index + 1)
  await Promise.all(versions.map((version) => change('busyBusy', version)))
  // A new page also receives the recent changes of others.
  const sentVersions = () =>
    received.filter(({ submissionId }) => submissionId === 'busyBusy').map(({ version }) => version)
  await expect.poll(() => sentVersions().at(-1)).toBe(count)
  const windows = (performance.now() - startedAt) / windowMilliseconds
  const sent = sentVersions()
  expect(sent.length).toBeLessThanOrEqual(Math.ceil(windows) + 1)
  expect(sent).toEqual(sent.toSorted((one, other) => one - other))
  socket.terminate()
})

test('changes of several submissions all arrive', async () => {
  const { socket, received } = await openPage()
  const ids = Array.from({ length: 30 }, (_, index) => `several${index.toString(36)}`)
  await Promise.all(ids.map((id) => change(id, 1)))
  await expect
    .poll(() => received.map(({ submissionId }) => submissionId))
    .toEqual(expect.arrayContaining(ids))
  socket.terminate()
})

test('changes of comments arrive, except marks and older versions', async () => {
  const { socket, comments } = await openPage()
  const commentId = randomUUID()
  const tell = (version: number, cause: CommentChange['cause'], id = commentId) =>
    service.bus.publish({
      id: randomUUID(),
      subject: commentChanged.subject,
      payload: {
        commentId: id,
        submissionId: 'talkTalk',
        rootId: null,
        parentId: null,
        authorId: null,
        parentAuthorId: null,
        mentioned: [],
        state: cause === 'removed' ? 'removed' : 'shown',
        version,
        cause,
      } satisfies CommentChange,
      requestId: null,
    })
  await tell(3, 'removed')
  await tell(2, 'edited')
  await tell(4, 'helpful')
  const lastId = randomUUID()
  await tell(1, 'created', lastId)
  const message = { type: 'COMMENT_UPDATE', submissionId: 'talkTalk' }
  const expected = [
    { ...message, commentId, state: 'removed' },
    { ...message, commentId: lastId, state: 'shown' },
  ]
  await expect.poll(() => comments).toEqual(expected)
  const late = await openPage()
  await expect.poll(() => late.comments).toEqual(expected)
  for (const page of [socket, late.socket]) page.terminate()
})

test('a new page receives recent changes at once, because it may have missed them', async () => {
  await change('justNow1', 4)
  await expect
    .poll(async () => {
      const { socket, received } = await openPage()
      await expect.poll(() => received.length).toBeGreaterThan(0)
      socket.terminate()
      return received
    })
    .toContainEqual(expect.objectContaining({ submissionId: 'justNow1', version: 4 }))
})

test('a connection without a service token for this very path is refused', async () => {
  expect(await statusOf({ origin })).toBe(401)
  expect(await statusOf({ origin, [passportHeader]: 'forged' })).toBe(401)
  expect(await statusOf({ origin, [passportHeader]: passport('/other') })).toBe(401)
  expect(await statusOf({ origin, [passportHeader]: passport('/other') }, '/other')).toBe(404)
  expect(await statusOf({ origin, [passportHeader]: passport() })).toBe(101)
})

test('pages of other sites are not let in', async () => {
  for (const other of ['https://evil.example', 'null', 'http://localhost:9999']) {
    expect(await statusOf({ origin: other, [passportHeader]: passport() })).toBe(403)
  }
})

test('above the maximum number of sockets new ones get 503, until one closes', async () => {
  const small = await startBareTestService(realtime, { ...environment, MAX_SOCKETS: '2' })
  const pages = [await openPage(small), await openPage(small)]
  const headers = { origin, [passportHeader]: passport() }
  expect(await statusOf(headers, '/ws', small)).toBe(503)
  pages[0]?.socket.terminate()
  await expect.poll(() => statusOf(headers, '/ws', small)).toBe(101)
  await small.stop()
})

/** Twice the maximum of a heartbeat, because a heartbeat may end between them. */
const tooMany = 50

test('a page that talks is cut off, and one that sends too much at once too', async () => {
  const talker = await openPage()
  for (let index = 0; index < tooMany; index += 1) talker.socket.send('hello')
  expect(await talker.closed).toBe(1008)
  const shouter = await openPage()
  shouter.socket.send('x'.repeat(1_025))
  expect(await shouter.closed).toBe(1009)
})

test('unsolicited pongs and pings count as messages', async () => {
  for (const kind of ['pong', 'ping'] as const) {
    const page = await openPage()
    for (let index = 0; index < tooMany; index += 1) page.socket[kind]()
    expect(await page.closed).toBe(1008)
  }
})

/** A service whose heartbeats are made by `beat`: on a slow machine a pong can take longer than a short one. */
const startWithBeats = async (more: Record<string, string> = {}) => {
  const heartbeatMilliseconds = 1_000
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const at = await startBareTestService(realtime, {
    ...environment,
    HEARTBEAT_MS: String(heartbeatMilliseconds),
    ...more,
  })
  return {
    at,
    /** Pings every socket, and waits until the service has received the pong of this page. */
    beat: async ({ socket }: Page) => {
      const pinged = once(socket, 'ping')
      vi.advanceTimersByTime(heartbeatMilliseconds)
      await pinged
      // The service responds to this ping after it has received the pong.
      const responded = once(socket, 'pong')
      socket.ping()
      await responded
    },
  }
}

test('a client that responds to pings stays connected, others are dropped', async () => {
  const { at: lively, beat } = await startWithBeats()
  const answering = await openPage(lively)
  const silent = await openPage(lively, { autoPong: false })
  for (let time = 0; time < 4; time += 1) await beat(answering)
  expect(await silent.closed).toBe(1006)
  expect(answering.socket.readyState).toBe(WebSocket.OPEN)
  await lively.stop()
})

/** A websocket whose data is never read. */
const openDeafPage = async (at: BareTestService): Promise<Socket> => {
  const { hostname, port } = new URL(at.url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('error', () => {})
  socket.write(
    [
      'GET /ws HTTP/1.1',
      'Host: x',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      `${passportHeader}: ${passport()}`,
      '\r\n',
    ].join('\r\n'),
  )
  await new Promise((resolve) => socket.once('data', resolve))
  socket.pause()
  return socket
}

test('parts of a message that never ends are cut off', async () => {
  const page = await openDeafPage(service)
  page.resume()
  const closed = new Promise((resolve) => page.once('close', resolve))
  // Empty continuation frames, masked with zeros, of a text without an end.
  const [first, next] = [
    [0x01, 0x80, 0, 0, 0, 0],
    [0x00, 0x80, 0, 0, 0, 0],
  ]
  page.write(Buffer.from([...first, ...Array.from({ length: 6_000 }, () => next).flat()]))
  await closed
})

test('a reader that accepts no data delays no other, and is dropped', async () => {
  const { at: busy, beat } = await startWithBeats({ LIVE_WINDOW_MS: '1' })
  const deaf = await openDeafPage(busy)
  const page = await openPage(busy)
  let version = 0
  const storm = async () => {
    version += 1
    await Promise.all(
      Array.from({ length: 500 }, (_, index) =>
        change(`storm${index.toString().padStart(3, '0')}`, version, busy),
      ),
    )
  }
  for (let round = 0; round < 20; round += 1) await storm()
  await until(() => page.received.filter((message) => message.version === version).length === 500)
  for (let time = 0; time < 2; time += 1) await beat(page)
  const dropped = new Promise((resolve) => deaf.once('close', resolve))
  deaf.resume()
  await dropped
  await busy.stop()
})

test('a stop asks every page to reconnect later', async () => {
  const stopping = await startBareTestService(realtime, environment)
  const pages = await Promise.all(Array.from({ length: 10 }, () => openPage(stopping)))
  const [codes] = await Promise.all([
    Promise.all(pages.map(({ closed }) => closed)),
    stopping.stop(),
  ])
  expect(new Set(codes)).toEqual(new Set([1012]))
})

test('a page that never responds to the close does not delay the stop', async () => {
  const stopping = await startBareTestService(realtime, environment)
  const deaf = await openDeafPage(stopping)
  await stopping.stop()
  deaf.destroy()
})

test('pages receive the removal of a submission, and nothing after it', async () => {
  const { socket, received } = await openPage()
  await change('wasTaken', 3, service, { approved: false, cause: 'decision' })
  await change('wasTaken', 4, service, { approved: false })
  await change('stayedIn', 5)
  const removal = { type: 'VOTE_UPDATE', submissionId: 'wasTaken', version: 3 }
  await expect.poll(() => received.at(-1)?.submissionId).toBe('stayedIn')
  // When this second message about stayedIn arrives, the window of wasTaken has passed too.
  await change('stayedIn', 6)
  await expect.poll(() => received.at(-1)?.version).toBe(6)
  expect(received.filter(({ submissionId }) => submissionId === 'wasTaken')).toEqual([removal])
  socket.terminate()
})
