import { logOut, readCurrentUser, verifyCode } from '@answerable/contracts/sign-in'
import { castVote } from '@answerable/contracts/votes'
import { stopTimersOfTest } from '@answerable/service-kit/testing/still-clock'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { shared } from '../testing/cached.ts'
import { openSessions } from '../testing/callers.ts'
import { startTestGateway, type TestGateway, type TestResponse } from '../testing/gateway.ts'
import { json } from '../testing/stand-in.ts'
import { limitConcurrency } from './limited-upstream.ts'
import type { Upstream } from './upstream.ts'

let site: TestGateway

beforeAll(async () => {
  site = await startTestGateway()
})
afterAll(() => site.stop())

const maxInFlight = 128

/** A read that is never sent together with others. */
const read = (at: number): Promise<TestResponse> =>
  site.request({ path: `/api/boycotts/a1B2c${String(at).padStart(3, '0')}/timeline` })

test('reads over the concurrency limit are refused at once, writes wait', async () => {
  stopTimersOfTest()
  const feed = { path: '/api/boycotts?page=1&limit=30&sort=hot' }
  site.catalog.replyWith(shared([]))
  expect((await site.request(feed)).status).toBe(200)
  const held = Promise.withResolvers<void>()
  site.catalog.replyWith((received, response, request) => {
    void held.promise.then(() => json(200, {})(received, response, request))
  })
  const waiting = Array.from({ length: maxInFlight }, (_, at) => read(at))
  await until(() => site.catalog.received.length > 50)
  await until(async () => (await read(maxInFlight)).status === 503)
  const refused = await read(maxInFlight + 1)
  expect(refused).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } })
  expect(refused.headers['retry-after']).toBe('1')
  expect((await site.request(feed)).status).toBe(200)
  expect((await site.request({ path: '/api/boycotts?page=2' })).status).toBe(503)
  const id = '4a3b2c1d-0000-4000-8000-000000000001'
  site.auth.replyWith(json(200, { viewer: { id, username: 'reader-one', role: 'member' } }))
  const vote = site.request({
    method: 'POST',
    path: '/api/boycotts/a1B2c3D4/vote',
    headers: { cookie: 'sid=a', 'content-type': 'application/json' },
    body: '{"value":1}',
  })
  held.resolve()
  expect((await vote).status).toBe(200)
  for (const { status } of await Promise.all(waiting)) expect(status).toBe(200)
  expect((await read(maxInFlight + 2)).status).toBe(200)
})

test('writes of one route wait only for each other', async () => {
  const crowd = await startTestGateway({ TRUST_PROXY_HOPS: '1' })
  onTestFinished(crowd.stop)
  stopTimersOfTest()
  const people = openSessions(crowd)
  const member = people.member()
  const held = Promise.withResolvers<void>()
  let triesHeld = 0
  const answerOthers = crowd.auth.reply()
  crowd.auth.replyWith((received, response, request) => {
    if (received.url !== verifyCode.path) return answerOthers(received, response, request)
    triesHeld += 1
    void held.promise.then(() => json(400, { error: {} })(received, response, request))
  })
  const tries = Array.from({ length: 140 }, () =>
    crowd.request({
      method: verifyCode.method,
      path: verifyCode.path,
      headers: { ...people.visitor().headers, 'content-type': 'application/json' },
      body: '{}',
    }),
  )
  await until(() => triesHeld === 128)
  for (const { method, path } of [readCurrentUser, logOut, castVote]) {
    const response = await crowd.request({
      method,
      path: path.replace(':id', 'a1B2c3D4'),
      headers: { ...member.headers, 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body: '{}' }),
    })
    expect({ path, status: response.status }).toEqual({ path, status: 200 })
  }
  held.resolve()
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  // On a slow machine some were aborted before.
  expect(statuses.filter((status) => ![400, 503, 504].includes(status))).toEqual([])
})

/** A service that responds after a delay, and the limit of concurrent reads in front of it. */
const serviceOf = (took: { milliseconds: number }) => {
  const replicas = { size: () => 1 } as Upstream['replicas']
  const upstream = limitConcurrency({
    replicas,
    send: () => new Promise((resolve) => setTimeout(resolve, took.milliseconds)),
  })
  const call = { method: 'GET', path: '/', headers: [], body: null } as const
  const sink = { start: () => {}, data: () => {}, end: () => {}, abortable: () => {} }
  /** Sends reads until one is refused. */
  const fill = (): number => {
    let requests = 0
    while (!upstream.isFull()) {
      void upstream.read({ ...call, headers: [] }, sink)
      requests += 1
    }
    return requests
  }
  return { fill }
}

test('the limit of concurrent reads falls while responses are slow and rises again once they are fast', async () => {
  vi.useFakeTimers()
  try {
    const took = { milliseconds: 500 }
    const { fill } = serviceOf(took)
    const rounds: number[] = []
    for (let round = 0; round < 12; round += 1) {
      rounds.push(fill())
      await vi.advanceTimersByTimeAsync(took.milliseconds)
    }
    expect(rounds.slice(0, 4)).toEqual([128, 96, 72, 54])
    expect(rounds.at(-1)).toBe(32)
    took.milliseconds = 20
    for (let round = 0; round < 6; round += 1) {
      fill()
      await vi.advanceTimersByTimeAsync(took.milliseconds)
    }
    expect(fill()).toBe(128)
  } finally {
    vi.useRealTimers()
  }
})
