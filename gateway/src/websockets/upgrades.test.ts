import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { errorBody } from '@answerable/contracts/errors'
import {
  type Passport,
  passportHeader,
  passportKeysFor,
  readPassportKeys,
  verifyPassport,
} from '@answerable/service-kit/calls/passport'
import { newMember, testMasterKey } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { noLimits } from '../rate-limit/limiter.ts'
import { resolvedBy } from '../testing/callers.ts'
import { startTestGateway, type TestGateway } from '../testing/gateway.ts'
import { json } from '../testing/stand-in.ts'
import { acceptUpgrades } from './upgrades.ts'

const origin = 'http://localhost:8080'
const key = 'dGhlIHNhbXBsZSBub25jZQ=='
const keys = readPassportKeys(passportKeysFor(testMasterKey, 'realtime')) ?? new Map()

let site: TestGateway
let realtime: Server
let realtimeUrl: string
let behaviour: 'accept' | 'refuse'
const passports: (Passport | null)[] = []
const carried: string[][] = []
const inner = new Set<Duplex>()

/** Returns the server's URL. */
const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

beforeAll(async () => {
  const sockets = new WebSocketServer({ noServer: true })
  realtime = createServer()
  realtime.on('upgrade', (request, socket, head) => {
    const call = { audience: 'realtime', method: 'GET', path: request.url ?? '' } as const
    passports.push(verifyPassport(keys, String(request.headers[passportHeader]), call))
    carried.push(Object.keys(request.headers))
    if (behaviour === 'refuse') {
      socket.end('HTTP/1.1 503 Full\r\nx-inside: yes\r\ncontent-length: 6\r\n\r\ninside')
      return
    }
    inner.add(socket)
    socket.on('close', () => inner.delete(socket))
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      webSocket.on('message', (data) => webSocket.send(`heard ${data}`))
    })
  })
  realtimeUrl = await listen(realtime)
  site = await startTestGateway({ REALTIME_URL: realtimeUrl })
})
afterAll(async () => {
  await site.stop()
  realtime.close()
})
beforeEach(() => {
  behaviour = 'accept'
  passports.length = 0
  carried.length = 0
})

type Outcome = { open: WebSocket } | { status: number; code: string | null; isClosed: boolean }

const attempt = (path: string, headers: Record<string, string>): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`${site.url.replace('http', 'ws')}${path}`, { headers })
    socket.on('open', () => resolve({ open: socket }))
    socket.on('error', reject)
    socket.on('unexpected-response', (_request, response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const { error } = errorBody.parse(JSON.parse(Buffer.concat(chunks).toString()))
        const whenClosed = () =>
          resolve({ status: response.statusCode ?? 0, code: error.code, isClosed: true })
        if (response.socket.destroyed) whenClosed()
        else response.socket.once('close', whenClosed)
      })
    })
  })

const opened = async (headers: Record<string, string>): Promise<WebSocket> => {
  const outcome = await attempt('/ws', headers)
  if (!('open' in outcome)) throw new Error(`refused with ${outcome.status}`)
  return outcome.open
}

const closed = (socket: WebSocket): Promise<void> =>
  new Promise((resolve) => socket.once('close', () => resolve()))

test("a websocket reaches realtime with a service token and without the client's identity headers", async () => {
  const socket = await opened({
    origin,
    cookie: 'sid=a',
    'x-passport': 'forged',
    'x-user-id': 'forged',
    'x-forwarded-for': '203.0.113.9',
    'sec-websocket-extensions': 'permessage-deflate',
  })
  expect(passports.at(-1)).toMatchObject({ issuer: 'gateway', client: { address: '127.0.0.1' } })
  for (const names of carried) {
    expect(names.sort()).toEqual([
      'connection',
      'host',
      'origin',
      'sec-websocket-key',
      'sec-websocket-version',
      'upgrade',
      'x-passport',
      'x-request-id',
    ])
  }
  const reply = new Promise((resolve) => socket.once('message', (data) => resolve(String(data))))
  socket.send('hello')
  expect(await reply).toBe('heard hello')
  socket.close()
  await closed(socket)
})

test('the websocket of a member is theirs even if auth is unavailable for a moment', async () => {
  const viewer = newMember()
  let lookups = 0
  site.auth.replyWith((received, ...rest) => {
    if (received.url !== '/internal/sessions/resolve') return json(200, {})(received, ...rest)
    lookups += 1
    return (lookups === 1 ? json(503, {}) : json(200, { viewer }))(received, ...rest)
  })
  const socket = await opened({ origin, cookie: 'sid=member' })
  expect(passports.at(-1)?.viewer).toEqual(viewer)
  expect(lookups).toBeGreaterThanOrEqual(2)
  site.auth.replyWith(resolvedBy(() => null))
  socket.close()
  await closed(socket)
})

test.each([
  ['another path', '/live-updates', { origin }, 404, 'not_found'],
  ['a route of the site', '/api/boycotts', { origin }, 404, 'not_found'],
  ['a query', '/ws?x=1', { origin }, 404, 'not_found'],
  ['a path that only looks the same', '/ws/', { origin }, 404, 'not_found'],
  ['another site', '/ws', { origin: 'https://evil.example' }, 403, 'cross_site_request'],
  ['an opaque origin', '/ws', { origin: 'null' }, 403, 'cross_site_request'],
])('%s is refused and its connection closed', async (_case, path, headers, status, code) => {
  expect(await attempt(path, headers)).toEqual({ status, code, isClosed: true })
  expect(passports).toEqual([])
})

test.each([
  ['no key', { 'sec-websocket-version': '13' }],
  ['a key of another length', { 'sec-websocket-key': 'short', 'sec-websocket-version': '13' }],
  ['no version', { 'sec-websocket-key': key }],
  ['an unknown version', { 'sec-websocket-key': key, 'sec-websocket-version': '99' }],
])('a handshake with %s is 400, and realtime does not see it', async (_case, handshake) => {
  const headers = { connection: 'Upgrade', upgrade: 'websocket', ...handshake }
  expect(await site.request({ path: '/ws', headers })).toMatchObject({
    status: 400,
    body: { error: { code: 'invalid_request' } },
    headers: { connection: 'close' },
  })
  expect(passports).toEqual([])
})

test('an offer of another protocol is ignored', async () => {
  const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': '' }
  expect(await site.request({ path: '/api/site', headers })).toMatchObject({ status: 200 })
  expect(await site.request({ path: '/ws', headers })).toMatchObject({ status: 404 })
  expect(passports).toEqual([])
})

test("a refusal by realtime is replaced by the gateway's error", async () => {
  behaviour = 'refuse'
  expect(await attempt('/ws', { origin })).toEqual({
    status: 503,
    code: 'unavailable',
    isClosed: true,
  })
})

test('closing either side of a websocket closes the other', async () => {
  const page = await opened({ origin })
  const before = inner.size
  page.terminate()
  await expect.poll(() => inner.size).toBe(before - 1)
  const other = await opened({ origin })
  const gone = closed(other)
  for (const socket of inner) socket.destroy()
  await gone
})

test('an unavailable realtime is 503, and a stop closes open websockets', async () => {
  const away = await startTestGateway({ REALTIME_URL: 'http://127.0.0.1:9' })
  const socket = new WebSocket(`${away.url.replace('http', 'ws')}/ws`, { origin })
  const status = await new Promise((resolve) =>
    socket.on('unexpected-response', (_request, response) => {
      resolve(response.statusCode)
      response.destroy()
    }),
  )
  expect(status).toBe(503)
  await away.stop()

  const stopping = await startTestGateway({ REALTIME_URL: realtimeUrl })
  const open = new WebSocket(`${stopping.url.replace('http', 'ws')}/ws`, { origin })
  await new Promise((resolve) => open.once('open', resolve))
  const gone = closed(open)
  await stopping.stop()
  await gone
})

test('a client that gives up its handshake does not count as a failure of realtime', async () => {
  const silent = createServer()
  const begun = new Promise<void>((resolve) => silent.on('upgrade', () => resolve()))
  const silentUrl = await listen(silent)
  const outcome = Promise.withResolvers<string>()
  const acquire = () => ({ origin: silentUrl, release: outcome.resolve })
  const config = { ...settings, REALTIME_URL: silentUrl } as Config
  const deps = {
    upstreams: { realtime: { replicas: { acquire } } },
    limiter: noLimits,
    requestLog: { write: () => {} },
    securityHeaders: [],
  } as unknown as Deps
  const server = createServer()
  const closeAll = acceptUpgrades(server, config, deps)
  const client = connect(Number(new URL(await listen(server)).port), '127.0.0.1')
  client.write(`GET /ws HTTP/1.1\r\n${handshakeLines.join('\r\n')}\r\n\r\n`)
  await begun
  client.resetAndDestroy()
  expect(await outcome.promise).toBe('abandoned')
  await closeAll()
  silent.close()
  server.close()
})

const settings = { PUBLIC_ORIGIN: origin, TRUST_PROXY_HOPS: 0, PASSPORT_KEYS: keys }
const handshakeLines = [
  'host: localhost',
  'connection: upgrade',
  'upgrade: websocket',
  'sec-websocket-version: 13',
  `sec-websocket-key: ${key}`,
]
