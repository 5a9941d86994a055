import { setImmediate as endOfTurn } from 'node:timers/promises'
import { createClient } from 'redis'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { type Outages, outagesOf } from '../../../../tests/tools/outages.ts'
import { startRedis } from '../../../../tests/tools/servers.ts'
import { createLog } from '../log.ts'
import { until } from '../testing/until.ts'
import { redisRateLimitStore } from './redis-store.ts'
import type { RateLimitStore } from './store.ts'

const silent = createLog({ service: 'test', level: 'silent' })
const patienceMilliseconds = 120_000

const newServer = async (): Promise<Outages> => {
  const server = await outagesOf('redis', startRedis)
  onTestFinished(server.remove)
  return server
}

/** A cache on that server, and what it logs. */
const cacheOn = (url: string) => {
  const lines: string[] = []
  const log = createLog(
    { service: 'test', level: 'info' },
    { write: (line) => lines.push(JSON.parse(line).msg) },
  )
  const cache = redisRateLimitStore({ url, log, commandTimeoutMilliseconds: patienceMilliseconds })
  onTestFinished(cache.close)
  return { cache, lines }
}

const isShared = (cache: RateLimitStore, other: RateLimitStore): Promise<void> =>
  until(async () => {
    const key = `shared ${performance.now()}`
    await cache.set(key, 'yes', 60)
    expect(await other.get(key)).toBe('yes')
  })

test('shares values and quotas between processes, under its prefix', async () => {
  const { cache: one } = cacheOn(inject('redisUrl'))
  const { cache: other } = cacheOn(inject('redisUrl'))
  await isShared(one, other)
  const quota = { key: `quota ${performance.now()}`, units: 5, windowSeconds: 60 }
  await one.consume([quota])
  expect(await other.consume([quota])).toMatchObject({ remaining: [{ unitsLeft: 3 }] })
  const elsewhere = redisRateLimitStore({
    url: inject('redisUrl'),
    log: silent,
    prefix: 'elsewhere:',
    commandTimeoutMilliseconds: patienceMilliseconds,
  })
  onTestFinished(elsewhere.close)
  await isShared(elsewhere, elsewhere)
  expect(await elsewhere.consume([quota])).toMatchObject({ remaining: [{ unitsLeft: 4 }] })
})

test('flushed, it finds nothing, counts from the beginning, and gives back no more than was taken', async () => {
  const server = await newServer()
  await server.start()
  const { cache, lines } = cacheOn(server.url)
  await isShared(cache, cache)
  const quota = { key: 'quota', units: 2, windowSeconds: 60 }
  await cache.set('kept', 'yes', 60)
  await cache.consume([quota])
  await cache.consume([quota])
  const client = await createClient({ url: server.url }).connect()
  onTestFinished(() => client.destroy())
  await client.flushAll()
  await client.scriptFlush()
  expect(await cache.get('kept')).toBeNull()
  await cache.refund(['quota'])
  expect(await cache.consume([quota])).toMatchObject({
    isAllowed: true,
    remaining: [{ unitsLeft: 1 }],
  })
  expect(lines).not.toContain('Redis connection lost')
})

test('answers without Redis at once and shares again when it is back, after kills and at start', async () => {
  const server = await newServer()
  const { cache, lines } = cacheOn(server.url)
  const { cache: other } = cacheOn(server.url)
  const isAway = () => until(() => expect(lines.at(-1)).toBe('Redis connection lost'))
  await isAway()
  await answersAlone(cache)
  await server.start()
  await isShared(cache, other)
  for (const _ of [1, 2]) {
    await server.kill()
    await answersAlone(cache)
    await isAway()
    await server.start()
    await isShared(cache, other)
    await isShared(other, cache)
  }
  expect(lines).toEqual([
    ...['Redis connection lost', 'Redis connection restored'],
    ...['Redis connection lost', 'Redis connection restored'],
    ...['Redis connection lost', 'Redis connection restored'],
  ])
})

test('answers within half a second when Redis is frozen, after a second at once, and recovers', async () => {
  const server = await newServer()
  await server.start()
  const cache = redisRateLimitStore({ url: server.url, log: silent })
  onTestFinished(cache.close)
  await isShared(cache, cache)
  server.freeze()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const asked = cache.get('key')
    await vi.advanceTimersByTimeAsync(500)
    expect(await Promise.race([asked, endOfTurn('no answer')])).toBeNull()
  } finally {
    vi.useRealTimers()
  }
  await until(async () =>
    expect(await Promise.race([cache.get('key'), endOfTurn('no answer')])).toBeNull(),
  )
  await answersAlone(cache)
  server.thaw()
  await isShared(cache, cache)
})

test('closes at once while Redis is away', async () => {
  const server = await newServer()
  const { cache } = cacheOn(server.url)
  await cache.close()
  expect(await cache.get('key')).toBeNull()
})

/** Nothing is kept, and quotas hold all the same. */
const answersAlone = async (cache: RateLimitStore): Promise<void> => {
  const key = `alone ${performance.now()}`
  await cache.set(key, 'value', 60)
  expect(await cache.get(key)).toBeNull()
  await cache.delete([key])
  const quota = { key, units: 1, windowSeconds: 60 }
  const secondsLeft = expect.toSatisfy((left: number) => left > 0 && left <= 60)
  const remaining = [{ unitsLeft: 0, secondsLeft }]
  expect(await cache.consume([quota])).toEqual({ isAllowed: true, remaining })
  expect(await cache.consume([quota])).toEqual({ isAllowed: false, remaining })
  await cache.refund([key])
  expect(await cache.consume([quota])).toMatchObject({ isAllowed: true })
}
