import { errorBody } from '@answerable/contracts/errors'
import { openLoadBalancer } from '@answerable/service-kit/calls/load-balancer'
import { stopClockOfTest } from '@answerable/service-kit/testing/still-clock'
import { until } from '@answerable/service-kit/testing/until'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { startTestGateway, type TestGateway, type TestResponse } from '../testing/gateway.ts'
import { json, type StandIn, startStandIn } from '../testing/stand-in.ts'
import { circuitBreaker } from './breaker.ts'
import {
  openUpstream,
  responseTimeoutMilliseconds,
  type Sink,
  type Upstream,
  type UpstreamCall,
} from './upstream.ts'

const read: UpstreamCall = { method: 'GET', path: '/x', headers: [], body: null }
const write: UpstreamCall = { ...read, method: 'POST', body: Buffer.from('{}') }

let service: StandIn
let upstream: Upstream

const sink = () => {
  const response = { status: 0, text: '', isWhole: false, abort: () => {} }
  const into: Sink = {
    start: (status) => {
      response.status = status
    },
    data: (chunk) => {
      response.text += chunk.toString()
    },
    end: () => {
      response.isWhole = true
    },
    abortable: (abort) => {
      response.abort = abort
    },
  }
  return { response, into }
}

beforeEach(async () => {
  service = await startStandIn('catalog')
  upstream = openUpstream({
    replicas: openLoadBalancer({ url: service.url }),
    breaker: circuitBreaker(),
  })
})
afterEach(async () => {
  await upstream.replicas.close()
  await service.stop()
})

const resets = (times: number) => {
  let left = times
  service.replyWith((received, response, request) => {
    left -= 1
    if (left >= 0) request.socket.resetAndDestroy()
    else json(200, { ok: true })(received, response, request)
  })
}

test('a GET that is reset before a response is retried once', async () => {
  resets(1)
  const { response, into } = sink()
  await upstream.send(read, into)
  expect(response).toMatchObject({ status: 200, text: '{"ok":true}', isWhole: true })
  expect(service.received).toHaveLength(2)
})

test('a second reset is 503, and a write is never sent twice', async () => {
  resets(10)
  await expect(upstream.send(read, sink().into)).rejects.toMatchObject({ code: 'unavailable' })
  expect(service.received).toHaveLength(2)
  await expect(upstream.send(write, sink().into)).rejects.toMatchObject({ code: 'unavailable' })
  expect(service.received).toHaveLength(3)
})

test('a write that was never sent is retried at another instance, an interrupted one is not', async () => {
  const other = await startStandIn('catalog')
  const origins = [service.url, other.url]
  const both = openLoadBalancer({ url: 'http://catalog:8080', locate: async () => origins })
  const own = openUpstream({
    replicas: both,
    breaker: { begin: () => () => {}, isOpen: () => false },
  })
  await expect.poll(both.size).toBe(2)
  await service.stop()
  for (let index = 0; index < 20; index += 1) {
    await expect(own.send(write, sink().into)).resolves.toBeUndefined()
  }
  expect(other.received).toHaveLength(20)
  await service.start()
  other.replyWith((_received, _response, request) => request.socket.resetAndDestroy())
  resets(Number.POSITIVE_INFINITY)
  await expect(own.send(write, sink().into)).rejects.toMatchObject({ code: 'unavailable' })
  expect(other.received.length + service.received.length).toBe(21)
  await both.close()
  await other.stop()
})

test('a call without a response in time is 504 and is not retried', async () => {
  service.replyWith(() => {})
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const sending = upstream.send(read, sink().into)
  await until(() => service.received.length === 1)
  vi.advanceTimersByTime(responseTimeoutMilliseconds)
  await expect(sending).rejects.toMatchObject({ code: 'upstream_timeout' })
  expect(service.received).toHaveLength(1)
})

test('a slow response is cut off at the deadline', async () => {
  service.replyWith((_received, response) => {
    const trickle = setInterval(() => response.write('x'), 10)
    response.once('close', () => clearInterval(trickle))
  })
  const { response, into } = sink()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const sending = upstream.send(read, into)
  await until(() => response.status === 200)
  vi.advanceTimersByTime(responseTimeoutMilliseconds)
  await expect(sending).rejects.toMatchObject({ code: 'upstream_timeout' })
  expect(response).toMatchObject({ isWhole: false })
})

test('an interrupted response is not mistaken for a complete one', async () => {
  service.replyWith((_received, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('half', () => response.destroy())
  })
  const { response, into } = sink()
  await expect(upstream.send(read, into)).rejects.toMatchObject({ code: 'unavailable' })
  expect(response).toMatchObject({ status: 200, isWhole: false })
  expect(service.received).toHaveLength(1)
})

test('a client that leaves aborts the call to the service', async () => {
  const cut = new Promise<void>((resolve) => {
    service.replyWith((_received, response) => {
      response.once('close', resolve)
      client.abort()
    })
  })
  const { response: client, into } = sink()
  await expect(upstream.send(read, into)).rejects.toBeDefined()
  await cut
})

test('retries are limited to a fifth of the calls', async () => {
  resets(Number.POSITIVE_INFINITY)
  const own = openUpstream({
    replicas: openLoadBalancer({ url: service.url }),
    breaker: { begin: () => () => {}, isOpen: () => false },
  })
  for (let index = 0; index < 100; index += 1) {
    await own.send(read, sink().into).catch(() => {})
  }
  await own.replicas.close()
  expect(service.received.length).toBeGreaterThan(110)
  expect(service.received.length).toBeLessThanOrEqual(130)
})

test('the breaker stops calls to a failing service and resumes them once it responds', async () => {
  stopClockOfTest()
  resets(20)
  for (let index = 0; index < 20; index += 1) {
    await upstream.send(write, sink().into).catch(() => {})
  }
  expect(service.received).toHaveLength(20)
  await expect(upstream.send(write, sink().into)).rejects.toMatchObject({ retryAfterSeconds: 1 })
  expect(service.received).toHaveLength(20)
  vi.advanceTimersByTime(1_000)
  await upstream.send(read, sink().into)
  expect(service.received).toHaveLength(21)
})

test("a header that cannot be forwarded is the client's mistake, not a failure of the service", async () => {
  const broken = { ...read, headers: ['accept', 'a\u0001'] }
  for (let index = 0; index < 30; index += 1) {
    const sending = upstream.send(broken, sink().into)
    await expect(sending).rejects.toMatchObject({ code: 'invalid_request' })
  }
  await expect(upstream.send(read, sink().into)).resolves.toBeUndefined()
})

let site: TestGateway
beforeAll(async () => {
  site = await startTestGateway()
})
afterAll(() => site.stop())

const expectUnavailable = (response: TestResponse) => {
  expect(response).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } })
  expect(errorBody.safeParse(response.body).success).toBe(true)
  expect(response.headers['retry-after']).toBe('1')
  expect(response.text).not.toMatch(/ECONN|127\.0\.0\.1|catalog/)
}

test('an unavailable service is 503 with Retry-After, and recovers', async () => {
  await site.catalog.stop()
  expectUnavailable(await site.request({ path: '/api/boycotts' }))
  expect((await site.request({ path: '/api/auth/geolocation' })).status).toBe(200)
  await site.catalog.start()
  expect((await site.request({ path: '/api/boycotts' })).status).toBe(200)
})

test('an error of a service that is not JSON is replaced', async () => {
  site.catalog.replyWith((_received, response) => {
    response.writeHead(500, { 'content-type': 'text/html' })
    response.end('<pre>Error: at /srv/catalog</pre>')
  })
  expectUnavailable(await site.request({ path: '/api/boycotts' }))
})

test('reports liveness, and readiness once every service has been ready', async () => {
  expect(await site.request({ path: '/live' })).toMatchObject({ status: 200, body: { live: true } })
  const starting = await startTestGateway({ AUTH_URL: 'http://127.0.0.1:9' })
  expect(await starting.request({ path: '/ready' })).toMatchObject({
    status: 503,
    body: { ready: false },
  })
  await starting.stop()
  expect(await site.request({ path: '/ready' })).toMatchObject({
    status: 200,
    body: { ready: true },
  })
})
