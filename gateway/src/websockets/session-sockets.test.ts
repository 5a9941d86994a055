import { createHash, randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { sessionsEnded } from '@answerable/contracts/events'
import { newMember } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
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
let site: TestGateway

beforeAll(async () => {
  sockets = new WebSocketServer({ noServer: true })
  realtime = createServer()
  realtime.on('upgrade', (request, socket, head) => {
    if (staysOpen) socket.end = () => socket
    sockets.handleUpgrade(request, socket, head, (page) => sockets.emit('connection', page))
  })
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

test('the end of a session closes its pages at once and no others, and nothing more reaches them', async () => {
  const [first, second] = [await openPage('one'), await openPage('one')]
  const others = [await openPage('two'), await openPage(null), await openPage('unknown')]
  await site.bus.publish({
    id: randomUUID(),
    subject: sessionsEnded.subject,
    payload: { sessionHashes: [hashOf('one'), hashOf('unknown')] },
    requestId: null,
  })
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

test('a page that closes its websocket when its session ends gets one Close frame', async () => {
  staysOpen = true
  const socket = connect({ port: Number(new URL(site.url).port), host: '127.0.0.1' })
  let received = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk])
  })
  const frames = () => received.subarray(received.indexOf('\r\n\r\n') + 4)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const lines = [
    'GET /ws HTTP/1.1',
    `host: ${new URL(origin).host}`,
    `origin: ${origin}`,
    'cookie: sid=two',
    'connection: upgrade',
    'upgrade: websocket',
    'sec-websocket-version: 13',
    'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  await expect.poll(() => received.includes('\r\n\r\n')).toBe(true)
  // With a mask of zeros.
  socket.write(Buffer.from([0x88, 0x80, 0, 0, 0, 0]))
  await expect.poll(() => frames().toString('hex')).toBe('8800')
  await site.bus.publish({
    id: randomUUID(),
    subject: sessionsEnded.subject,
    payload: { sessionHashes: [hashOf('two')] },
    requestId: null,
  })
  await closed
  expect(frames().toString('hex')).toBe('8800')
  staysOpen = false
})
