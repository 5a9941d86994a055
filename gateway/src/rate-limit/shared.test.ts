import { castVote } from '@answerable/contracts/votes'
import { createLog } from '@answerable/service-kit/log'
import { redisRateLimitStore } from '@answerable/service-kit/rate-limit/redis-store'
import type { RateLimitStore } from '@answerable/service-kit/rate-limit/store'
import { untilShared } from '@answerable/service-kit/testing/shared-store'
import { stopTimersOfTest } from '@answerable/service-kit/testing/still-clock'
import { until } from '@answerable/service-kit/testing/until'
import { expect, inject, onTestFinished, test } from 'vitest'
import { outagesOf } from '../../../tests/tools/outages.ts'
import { startRedis } from '../../../tests/tools/servers.ts'
import { gateway } from '../service.ts'
import { type Caller, openSessions, repeat } from '../testing/callers.ts'
import { startTestGateway, type TestGateway, type TestResponse } from '../testing/gateway.ts'

const log = createLog({ service: 'test', level: 'silent' })

/** Two gateways that count in the same Redis. */
const openPair = async (redisUrl: string) => {
  const options = { url: redisUrl, log, commandTimeoutMilliseconds: 120_000 }
  const stores = [redisRateLimitStore(options), redisRateLimitStore(options)] as const
  const [one, other] = await Promise.all([startOn(stores[0]), startOn(stores[1])])
  onTestFinished(async () => {
    await Promise.all([one.stop(), other.stop(), ...stores.map((store) => store.close())])
  })
  await untilShared(...stores)
  return { one, other, stores, people: openSessions(one, other) }
}

const startOn = (rateLimitStore: RateLimitStore): Promise<TestGateway> =>
  startTestGateway(
    { TRUST_PROXY_HOPS: '1' },
    { ...gateway, openDeps: (config, kit) => gateway.openDeps(config, { ...kit, rateLimitStore }) },
  )

const vote = (site: TestGateway, { headers }: Caller): Promise<TestResponse> =>
  site.request({
    method: castVote.method,
    path: '/api/boycotts/a1B2c3D4/vote',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{"value":1}',
  })

const statuses = (responses: readonly TestResponse[]) =>
  responses.map(({ status }) => status).toSorted()

test('two gateways share one budget', async () => {
  const { one, other, people } = await openPair(inject('redisUrl'))
  stopTimersOfTest()
  const member = people.member()
  const responses = await Promise.all(
    Array.from({ length: 40 }, (_, index) => vote(index % 2 === 0 ? one : other, member)),
  )
  expect(statuses(responses)).toEqual([...Array(30).fill(200), ...Array(10).fill(429)])
  expect((await vote(one, member)).status).toBe(429)
  const refused = await vote(other, member)
  expect(refused.status).toBe(429)
  expect(refused.headers.ratelimit).toMatch(/^"votes-member-60s";r=0;t=\d+$/)
  expect(refused.headers['retry-after']).toBe(
    /t=(\d+)$/.exec(String(refused.headers.ratelimit))?.[1],
  )
})

test('each gateway counts reads for itself', async () => {
  const { one, other, people } = await openPair(inject('redisUrl'))
  const { headers } = people.member()
  const read = (site: TestGateway) => site.request({ path: '/api/boycotts', headers })
  await repeat(5, () => read(one))
  expect((await read(one)).headers.ratelimit).toContain('"reads-member-300s";r=1194;')
  expect((await read(other)).headers.ratelimit).toContain('"reads-member-300s";r=1199;')
})

test('a failed call is refunded at both', async () => {
  const { one, other, people } = await openPair(inject('redisUrl'))
  const member = people.member()
  const rest = (response: TestResponse) =>
    /"votes-member-60s";r=(\d+)/.exec(String(response.headers.ratelimit))?.[1]
  await one.catalog.stop()
  expect((await vote(one, member)).status).toBe(503)
  // The first gateway refunds after its response, so the next call can arrive before the refund.
  let votes = 0
  await until(async () => {
    votes += 1
    return rest(await vote(other, member)) === String(30 - votes)
  })
})

test('when Redis is killed no call fails: each gateway limits alone, and later both together again', async () => {
  const server = await outagesOf('redis', startRedis)
  onTestFinished(server.remove)
  await server.start()
  const { one, other, stores, people } = await openPair(server.url)
  stopTimersOfTest()
  const member = people.member()
  expect(new Set(statuses(await repeat(20, () => vote(one, member))))).toEqual(new Set([200]))
  const during = Promise.all(Array.from({ length: 60 }, () => vote(one, member)))
  await server.kill()
  for (const { status } of await during) expect([200, 429]).toContain(status)
  const alone = await repeat(31, () => vote(other, member))
  expect(statuses(alone)).toEqual([...Array(30).fill(200), 429])
  await repeat(30, () => vote(one, member))
  expect((await vote(one, member)).status).toBe(429)
  expect(Number((await vote(one, member)).headers['retry-after'])).toBeGreaterThan(0)
  await server.start()
  await untilShared(...stores)
  // On a slow machine, a gateway may lose its connection to Redis again.
  await until(async () => {
    const somebody = people.member()
    await repeat(15, () => vote(one, somebody))
    await repeat(15, () => vote(other, somebody))
    expect((await vote(one, somebody)).status).toBe(429)
  })
})
