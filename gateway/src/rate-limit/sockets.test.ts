import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openSocketLimits } from '@answerable/contracts/limits'
import { stopClockOfTest, stopTimersOfTest } from '@answerable/service-kit/testing/still-clock'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { type Caller, newAddress, openSessions } from '../testing/callers.ts'
import { startTestGateway, type TestGateway } from '../testing/gateway.ts'

let realtime: Server
let realtimeUrl: string
let site: TestGateway
let people: ReturnType<typeof openSessions>
const open = new Set<WebSocket>()

beforeAll(async () => {
  const sockets = new WebSocketServer({ noServer: true })
  realtime = createServer()
  realtime.on('upgrade', (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, () => {})
  })
  await new Promise<void>((resolve) => realtime.listen(0, '127.0.0.1', resolve))
  realtimeUrl = `http://127.0.0.1:${(realtime.address() as AddressInfo).port}`
  site = await startTestGateway({ REALTIME_URL: realtimeUrl, TRUST_PROXY_HOPS: '1' })
  people = openSessions(site)
})
afterAll(async () => {
  await site.stop()
  realtime.close()
})
afterEach(() => {
  for (const socket of open) socket.terminate()
  open.clear()
})

type Outcome = { status: number; headers: Record<string, string | string[] | undefined> }

/** 101 for a connection that opened, which stays open. */
const connect = async (caller: Caller, gateway = site, tries = 10): Promise<Outcome> => {
  const startedAt = Date.now()
  const outcome = await connectOnce(caller, gateway)
  // After a stall of 10 s the gateway ends a handshake that it has not read yet.
  const isStalled = outcome.status === 408 && Date.now() - startedAt >= 9_000
  return isStalled && tries > 1 ? connect(caller, gateway, tries - 1) : outcome
}

const connectOnce = ({ headers }: Caller, gateway: TestGateway): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/ws`, { headers })
    open.add(socket)
    socket.on('open', () => resolve({ status: 101, headers: {} }))
    socket.on('error', reject)
    socket.on('unexpected-response', (_request, response) => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers })
      response.destroy()
    })
  })

const connectMany = async (times: number, caller: () => Caller): Promise<number[]> => {
  const outcomes = await Promise.all(Array.from({ length: times }, () => connect(caller())))
  return outcomes.map(({ status }) => status).sort()
}

const close = async (): Promise<void> => {
  const closing = [...open].map(
    (socket) => new Promise<void>((resolve) => socket.once('close', () => resolve())),
  )
  for (const socket of open) socket.terminate()
  await Promise.all(closing)
  open.clear()
}

test('a member may have 20 open connections, from any network', async () => {
  stopTimersOfTest()
  const member = people.member()
  const anywhere = () => ({
    ...member,
    headers: { ...member.headers, 'x-forwarded-for': newAddress() },
  })
  expect(await connectMany(22, anywhere)).toEqual([...Array(20).fill(101), 429, 429])
  const refused = await connect(member)
  expect(refused.status).toBe(429)
  // Refused by the number of open connections, which has no window and no RateLimit header.
  expect(refused.headers['retry-after']).toBe('30')
  expect(refused.headers.ratelimit).toBeUndefined()
  expect(refused.headers['content-security-policy']).toBeDefined()
  expect((await connect(people.member())).status).toBe(101)
})

test('accounts of one mailbox share the connections of a member', async () => {
  stopTimersOfTest()
  const voter = { id: randomUUID(), joinedAt: new Date().toISOString() }
  const account = () => people.member(newAddress(), 'member', voter)
  expect(await connectMany(21, account)).toEqual([...Array(20).fill(101), 429])
})

test('a member may connect 20 times a minute, even if the connections are closed again', async () => {
  stopClockOfTest()
  const member = people.member()
  for (let time = 0; time < 20; time += 1) {
    expect((await connect(member)).status).toBe(101)
    await close()
  }
  const refused = await connect(member)
  expect(refused.status).toBe(429)
  expect(refused.headers.ratelimit).toBe(
    `"handshakes-member-60s";r=0;t=${refused.headers['retry-after']}`,
  )
  expect(refused.headers['ratelimit-policy']).toBe(
    '"handshakes-member-60s";q=20;w=60, "handshakes-network-60s";q=600;w=60',
  )
})

test('a network may have 500 open connections and open 600 a minute; a closed connection makes room', async () => {
  stopTimersOfTest()
  const address = newAddress()
  const visitor = () => people.visitor(address)
  expect(await connectMany(502, visitor)).toEqual([
    ...Array(openSocketLimits.network).fill(101),
    429,
    429,
  ])
  expect((await connect(people.member(address))).status).toBe(429)
  await close()
  await until(async () => (await connect(visitor())).status === 101)
  const outcomes = await connectMany(110, visitor)
  expect(outcomes).toContain(429)
  expect(outcomes.filter((status) => status === 101).length).toBeLessThanOrEqual(99)
  expect((await connect(people.visitor())).status).toBe(101)
})

test('a refused connection is not counted', async () => {
  stopTimersOfTest()
  const address = newAddress()
  const headers = { 'x-forwarded-for': address, origin: 'https://evil.example' }
  for (let time = 0; time < 30; time += 1) {
    expect((await connect({ viewer: null, headers })).status).toBe(403)
  }
  const member = people.member(address)
  expect(await connectMany(20, () => member)).toEqual(Array(20).fill(101))
})

test('with rate limits off, connections are not counted', async () => {
  const free = await startTestGateway({
    REALTIME_URL: realtimeUrl,
    TRUST_PROXY_HOPS: '1',
    RATE_LIMITS: 'off',
  })
  onTestFinished(() => free.stop())
  stopTimersOfTest()
  const member = openSessions(free).member()
  const outcomes = await Promise.all(Array.from({ length: 25 }, () => connect(member, free)))
  expect(outcomes.map(({ status }) => status)).toEqual(Array(25).fill(101))
})
