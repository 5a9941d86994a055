import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { sessionsEnded } from '@answerable/contracts/events'
import { newMember } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { resolvedBy } from '../testing/callers.ts'
import { startTestGateway, type TestGateway } from '../testing/gateway.ts'
import { openSessionSockets, recheckAfterMilliseconds } from './session-sockets.ts'

const origin = 'http://localhost:8080'
const hashOf = (sessionId: string): string =>
  createHash('sha256').update(sessionId).digest('base64url')

let realtime: Server
let sockets: WebSocketServer
/** Whether connections stay open after the Close frames, as over a slow network. */
let staysOpen = false
const keepConnectionsOpen = (): void => {
  staysOpen = true
  onTestFinished(() => {
    staysOpen = false
  })
}
/** What realtime waits for before it accepts a websocket. */
let beforeHandshake: (() => Promise<void>) | null = null
let site: TestGateway

beforeAll(async () => {
  sockets = new WebSocketServer({ noServer: true })
  realtime = createServer()
  const accept = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    await beforeHandshake?.()
    if (staysOpen) socket.end = () => socket
    sockets.handleUpgrade(request, socket, head, (page) => sockets.emit('connection', page, socket))
  }
  realtime.on('upgrade', (request, socket, head) => void accept(request, socket, head))
  sockets.on('connection', (page: WebSocket) => {
    pages.add(page)
    page.on('close', () => pages.delete(page))
  })
  await new Promise<void>((resolve) => realtime.listen(0, '127.0.0.1', resolve))
  const { port } = realtime.address() as AddressInfo
  site = await startTestGateway({ REALTIME_URL: `http://127.0.0.1:${port}` })
  const members = new Map(['one', 'two'].map((id) => [hashOf(id), newMember()]))
  site.auth.replyWith(resolvedBy((hash) => members.get(hash) ?? null))
})
afterAll(async () => {
  await site.stop()
  realtime.close()
})

/** The ends of realtime. */
const pages = new Set<WebSocket>()

const openPage = async (sessionId: string | null) => {
  const headers = { origin, ...(sessionId === null ? {} : { cookie: `sid=${sessionId}` }) }
  const socket = new WebSocket(`${site.url.replace('http', 'ws')}/ws`, { headers })
  const received: string[] = []
  socket.on('message', (data) => received.push(String(data)))
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  return { received, closed }
}

/** Resolves when the gateway has handled the event. */
const endSession = (...sessionIds: readonly string[]): Promise<void> =>
  site.bus.publish({
    id: randomUUID(),
    subject: sessionsEnded.subject,
    payload: { sessionHashes: sessionIds.map(hashOf) },
    requestId: null,
  })

test('the end of a session closes its pages at once and no others, and nothing more reaches them', async () => {
  const [first, second] = [await openPage('one'), await openPage('one')]
  const others = [await openPage('two'), await openPage(null), await openPage('unknown')]
  await endSession('one', 'unknown')
  for (const page of pages) page.send('after the end')
  expect(await Promise.all([first.closed, second.closed])).toEqual([1012, 1012])
  for (const { received } of others) await expect.poll(() => received).toEqual(['after the end'])
  expect([...first.received, ...second.received]).toEqual([])
  await expect.poll(() => pages.size).toBe(3)
})

test('expired sessions are found by a check; while auth is unavailable, websockets stay open', async () => {
  const directory = openSessionSockets()
  const close = vi.fn()
  const remove = directory.add('hash', { address: '127.0.0.1', requestId: 'r', close })
  const later = performance.now() + recheckAfterMilliseconds
  const lookup = vi.fn().mockResolvedValue(newMember())
  await directory.recheck(lookup)
  expect(lookup).not.toHaveBeenCalled()
  await directory.recheck(lookup, later)
  await directory.recheck(lookup, later + 1)
  expect(lookup).toHaveBeenCalledTimes(1)
  await directory.recheck(vi.fn().mockRejectedValue(new Error('away')), later * 3)
  expect(close).not.toHaveBeenCalled()
  await directory.recheck(vi.fn().mockResolvedValue(null), later * 3)
  expect(close).toHaveBeenCalledTimes(1)
  remove()
  directory.end(['hash'])
  expect(close).toHaveBeenCalledTimes(1)
})

/** Sends a handshake of a member and reads the frames that follow the response, as hexadecimal digits. */
const openRawPage = (sessionId: string, options: { allowHalfOpen?: boolean } = {}) => {
  const { port, hostname } = new URL(site.url)
  const socket = connect({ port: Number(port), host: hostname, ...options })
  let received = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk])
  })
  const lines = [
    'GET /ws HTTP/1.1',
    `host: ${new URL(origin).host}`,
    `origin: ${origin}`,
    `cookie: sid=${sessionId}`,
    'connection: upgrade',
    'upgrade: websocket',
    'sec-websocket-version: 13',
    'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  return {
    socket,
    status: () => /^HTTP\/1\.1 (\d+)/.exec(received.toString('latin1'))?.[1],
    frames: () => received.subarray(received.indexOf('\r\n\r\n') + 4).toString('hex'),
    closed: new Promise((resolve) => socket.once('close', resolve)),
  }
}

const openedRawPage = async (...parameters: Parameters<typeof openRawPage>) => {
  const page = openRawPage(...parameters)
  await expect.poll(page.status).toBe('101')
  return page
}

type Connection = { inside: WebSocket; connection: Socket }

/** Realtime's end of the next websocket. */
const nextConnection = (): Promise<Connection> =>
  new Promise((resolve) => {
    sockets.once('connection', (inside: WebSocket, connection: Socket) =>
      resolve({ inside, connection }),
    )
  })

/** The code with which realtime's end of the next websocket closes. */
const nextClosedInside = async (): Promise<number> => {
  const { inside } = await nextConnection()
  return new Promise((resolve) => inside.once('close', resolve))
}

/** Close, 1012. */
const restartFrame = '880203f4'
/** The reply of a page, with a mask of zeros. */
const restartReply = Buffer.from('88820000000003f4', 'hex')

test('a page that closes its websocket when its session ends gets one Close frame', async () => {
  keepConnectionsOpen()
  const page = await openedRawPage('two')
  // With a mask of zeros.
  page.socket.write(Buffer.from([0x88, 0x80, 0, 0, 0, 0]))
  await expect.poll(page.frames).toBe('8800')
  await endSession('two')
  await page.closed
  expect(page.frames()).toBe('8800')
})

test('a page whose session is reported as ended twice gets one Close frame and can reply', async () => {
  const closedInside = nextClosedInside()
  const page = await openedRawPage('two', { allowHalfOpen: true })
  await endSession('two')
  await endSession('two')
  // Within a second of the first report.
  page.socket.end(restartReply)
  expect(await closedInside).toBe(1012)
  await page.closed
  expect(page.frames()).toBe(restartFrame)
})

test('a page that has begun a Close frame gets no message after the end of its session', async () => {
  const connected = nextConnection()
  const page = await openedRawPage('two')
  const { inside, connection } = await connected
  const before = connection.bytesRead
  page.socket.write(Buffer.from([0x88]))
  await expect.poll(() => connection.bytesRead).toBe(before + 1)
  await endSession('two')
  inside.send('after the end')
  await page.closed
  expect(page.frames()).toBe('')
})

test('a page that resets its connection when its session ends does not stop the gateway', async () => {
  const onRejection = vi.fn()
  process.once('unhandledRejection', onRejection)
  onTestFinished(() => void process.off('unhandledRejection', onRejection))
  const closedInside = nextClosedInside()
  const page = await openedRawPage('two', { allowHalfOpen: true })
  await endSession('two')
  await expect.poll(page.frames).toBe(restartFrame)
  page.socket.resetAndDestroy()
  await closedInside
  expect(onRejection).not.toHaveBeenCalled()
})

test('a page whose session ends during its handshake gets a Close frame and no message', async () => {
  const held = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  beforeHandshake = () => {
    reached.resolve()
    return held.promise
  }
  onTestFinished(() => {
    beforeHandshake = null
  })
  sockets.once('connection', (page: WebSocket) => page.send('of the ended session'))
  const page = openRawPage('two')
  await reached.promise
  await endSession('two')
  held.resolve()
  await page.closed
  expect(page.status()).toBe('101')
  expect(page.frames()).toBe(restartFrame)
})
