import { randomUUID } from 'node:crypto'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { createClient } from 'redis'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { type Outages, outagesOf } from '../../../../tests/tools/outages.ts'
import { startRedis } from '../../../../tests/tools/servers.ts'
import { createLog } from '../log.ts'
import { untilShared } from '../testing/shared-store.ts'
import { until } from '../testing/until.ts'
import { redisRateLimitStore } from './redis-store.ts'
import type { RateLimitStore } from './store.ts'

const silent = createLog({ service: 'test', level: 'silent' })
const timeoutMilliseconds = 120_000

const newServer = async (): Promise<Outages> => {
  const server = await outagesOf('redis', startRedis)
  onTestFinished(server.remove)
  return server
}

/** Opens a store on that server and records its log lines. */
const storeOn = (url: string, options: { prefix?: string } = {}) => {
  const lines: string[] = []
  const log = createLog(
    { service: 'test', level: 'info' },
    { write: (line) => lines.push(JSON.parse(line).msg) },
  )
  const store = redisRateLimitStore({
    url,
    log,
    commandTimeoutMilliseconds: timeoutMilliseconds,
    ...options,
  })
  onTestFinished(store.close)
  return { store, lines }
}

const rateLimit = (units: number) => ({ key: randomUUID(), units, windowSeconds: 60 })

test('processes share windows under a prefix', async () => {
  const [one, other, elsewhere, elsewhereToo] = [
    storeOn(inject('redisUrl')).store,
    storeOn(inject('redisUrl')).store,
    storeOn(inject('redisUrl'), { prefix: 'elsewhere:' }).store,
    storeOn(inject('redisUrl'), { prefix: 'elsewhere:' }).store,
  ]
  await untilShared(one, other)
  await untilShared(elsewhere, elsewhereToo)
  const window = rateLimit(5)
  await one.consume([window])
  expect(await other.consume([window])).toMatchObject({ remaining: [{ unitsLeft: 3 }] })
  expect(await elsewhere.consume([window])).toMatchObject({ remaining: [{ unitsLeft: 4 }] })
})

test('counts the calls of one turn with one command for every 100', async () => {
  const { store } = storeOn(inject('redisUrl'))
  await untilShared(store, storeOn(inject('redisUrl')).store)
  const client = await createClient({ url: inject('redisUrl') }).connect()
  const monitor = await createClient({ url: inject('redisUrl') }).connect()
  onTestFinished(() => [client, monitor].forEach((each) => void each.destroy()))
  const name = randomUUID()
  const commands: string[] = []
  await monitor.monitor((line) => {
    const text = String(line)
    if (text.includes(name) && text.includes('"EVALSHA"')) commands.push(text)
  })
  const key = (index: number) => ({ ...rateLimit(2), key: `${name} ${index}` })
  const consumed = await Promise.all(
    Array.from({ length: 250 }, (_, index) => store.consume([key(index)])),
  )
  expect(consumed).toHaveLength(250)
  await until(() => expect(commands).toHaveLength(3))
})

test('after a flush of Redis, windows start again and a refund adds no units', async () => {
  const server = await newServer()
  await server.start()
  const { store, lines } = storeOn(server.url)
  await untilShared(store, storeOn(server.url).store)
  const window = rateLimit(2)
  await store.consume([window])
  await store.consume([window])
  const client = await createClient({ url: server.url }).connect()
  onTestFinished(() => client.destroy())
  await client.flushAll()
  await client.scriptFlush()
  await store.refund([window.key])
  expect(await store.consume([window])).toMatchObject({
    isAllowed: true,
    remaining: [{ unitsLeft: 1 }],
  })
  expect(lines).not.toContain('Redis connection lost')
})

test('counts locally while Redis is down, and together again after a restart', async () => {
  const server = await newServer()
  const { store, lines } = storeOn(server.url)
  const { store: other } = storeOn(server.url)
  const connectionIsLost = () => until(() => expect(lines.at(-1)).toBe('Redis connection lost'))
  await connectionIsLost()
  await countsLocally(store)
  await server.start()
  await untilShared(store, other)
  for (const _ of [1, 2]) {
    await server.kill()
    await countsLocally(store)
    await connectionIsLost()
    await server.start()
    await untilShared(store, other)
  }
  expect(lines).toEqual([
    ...['Redis connection lost', 'Redis connection restored'],
    ...['Redis connection lost', 'Redis connection restored'],
    ...['Redis connection lost', 'Redis connection restored'],
  ])
})

test('while Redis is frozen, responds within half a second, and at once after a second', async () => {
  const server = await newServer()
  await server.start()
  const store = redisRateLimitStore({ url: server.url, log: silent })
  onTestFinished(store.close)
  const { store: other } = storeOn(server.url)
  await untilShared(store, other)
  server.freeze()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const consumed = store.consume([rateLimit(1)])
    await vi.advanceTimersByTimeAsync(500)
    expect(await Promise.race([consumed, endOfTurn('no response')])).toMatchObject(allowed)
  } finally {
    vi.useRealTimers()
  }
  await until(async () => {
    const consumed = store.consume([rateLimit(1)])
    expect(await Promise.race([consumed, endOfTurn('no response')])).toMatchObject(allowed)
  })
  await countsLocally(store)
  server.thaw()
  await untilShared(store, other)
})

test('closes at once while Redis is down', async () => {
  const server = await newServer()
  const { store } = storeOn(server.url)
  await store.close()
  await countsLocally(store)
})

const allowed = { isAllowed: true }

const countsLocally = async (store: RateLimitStore): Promise<void> => {
  const window = rateLimit(1)
  const secondsLeft = expect.toSatisfy((left: number) => left > 0 && left <= 60)
  const remaining = [{ unitsLeft: 0, secondsLeft }]
  expect(await store.consume([window])).toEqual({ isAllowed: true, remaining })
  expect(await store.consume([window])).toEqual({ isAllowed: false, remaining })
  await store.refund([window.key])
  expect(await store.consume([window])).toMatchObject(allowed)
}
