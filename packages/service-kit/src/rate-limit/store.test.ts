import { randomUUID } from 'node:crypto'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { createLog } from '../log.ts'
import { untilShared } from '../testing/shared-store.ts'
import { until } from '../testing/until.ts'
import { memoryRateLimitStore } from './memory-store.ts'
import { redisRateLimitStore } from './redis-store.ts'
import type { RateLimitStore, RateLimitWindow } from './store.ts'

const log = createLog({ service: 'test', level: 'silent' })

const openMemoryStore = async (): Promise<RateLimitStore> => memoryRateLimitStore()

const openRedisStore = async (): Promise<RateLimitStore> => {
  const options = { url: inject('redisUrl'), log, commandTimeoutMilliseconds: 120_000 }
  const [store, other] = [redisRateLimitStore(options), redisRateLimitStore(options)]
  onTestFinished(async () => void (await Promise.all([store.close(), other.close()])))
  await untilShared(store, other)
  return store
}

describe.each([
  { adapter: 'in memory', open: openMemoryStore },
  { adapter: 'in Redis', open: openRedisStore },
])('the rate-limit store $adapter', ({ open }) => {
  test('100 concurrent callers get exactly the 30 units of a window', async () => {
    const store = await open()
    const window = rateLimit(randomUUID(), { units: 30 })
    const results = await Promise.all(Array.from({ length: 100 }, () => store.consume([window])))
    const allowed = results.filter(({ isAllowed }) => isAllowed)
    expect(allowed.map(({ remaining }) => remaining[0]?.unitsLeft)).toEqual(
      Array.from({ length: 30 }, (_, index) => 29 - index),
    )
    const refused = { isAllowed: false, remaining: [{ unitsLeft: 0, secondsLeft: upTo(3_600) }] }
    expect(results.slice(30)).toEqual(Array(70).fill(refused))
  })

  test('a window starts with its first unit; later units and refusals do not extend it', async () => {
    const store = await open()
    const window = rateLimit(randomUUID(), { units: 2, windowSeconds: 2 })
    const opened = { isAllowed: true, remaining: [{ unitsLeft: 1, secondsLeft: upTo(2) }] }
    expect(await store.consume([window])).toEqual(opened)
    expect(await store.consume([window])).toMatchObject({ isAllowed: true })
    await until(async () => expect(await store.consume([window])).toEqual(opened))
  })

  test('several windows are all charged, or none if one has no units left', async () => {
    const store = await open()
    const [short, long] = [
      rateLimit(randomUUID(), { units: 1 }),
      rateLimit(randomUUID(), { units: 9 }),
    ]
    const fresh = [rateLimit(randomUUID(), { units: 7, windowSeconds: 7_200 })]
    expect(await store.consume([short, long])).toMatchObject({ isAllowed: true })
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(await store.consume([...fresh, long, short])).toEqual({
        isAllowed: false,
        remaining: [
          { unitsLeft: 7, secondsLeft: 7_200 },
          { unitsLeft: 8, secondsLeft: upTo(3_600) },
          { unitsLeft: 0, secondsLeft: upTo(3_600) },
        ],
      })
    }
    expect(await store.consume([long])).toMatchObject({ remaining: [{ unitsLeft: 7 }] })
  })

  test('calls of one turn are counted in their order, each against its own windows', async () => {
    const store = await open()
    const [ours, theirs, shared] = [randomUUID(), randomUUID(), randomUUID()]
    await store.consume([rateLimit(shared, { units: 4 })])
    const call = (own: string) =>
      store.consume([
        rateLimit(own, { units: 2, windowSeconds: 60 }),
        rateLimit(shared, { units: 4 }),
      ])
    const consumed = await Promise.all([ours, ours, ours, theirs, theirs].map(call))
    const state = (isAllowed: boolean, own: number, left: number) => ({
      isAllowed,
      remaining: [
        { unitsLeft: own, secondsLeft: upTo(60) },
        { unitsLeft: left, secondsLeft: upTo(3_600) },
      ],
    })
    expect(consumed).toEqual([
      state(true, 1, 2),
      state(true, 0, 1),
      state(false, 0, 1),
      state(true, 1, 0),
      state(false, 1, 0),
    ])
    expect(await unitsLeft(store, theirs)).toBe(3)
    expect(await store.consume([])).toEqual({ isAllowed: true, remaining: [] })
  })

  test('refunded units can be used again, and no window gets more units than it had', async () => {
    const store = await open()
    const [one, other] = [randomUUID(), randomUUID()]
    await store.consume([rateLimit(one), rateLimit(other)])
    await store.consume([rateLimit(one), rateLimit(other)])
    await store.refund([one])
    for (let more = 0; more < 5; more += 1) await store.refund([other])
    await store.refund([randomUUID()])
    await store.refund([])
    expect(await unitsLeft(store, one)).toBe(3)
    expect(await unitsLeft(store, other)).toBe(4)
  })
})

const rateLimit = (key: string, parts: Partial<RateLimitWindow> = {}): RateLimitWindow => ({
  key,
  units: 5,
  windowSeconds: 3_600,
  ...parts,
})

/** The seconds left of a window that has just started. */
const upTo = (seconds: number): unknown =>
  expect.toSatisfy((left: number) => left > 0 && left <= seconds)

/** After one more unit has been consumed. */
const unitsLeft = async (store: RateLimitStore, key: string): Promise<number | undefined> =>
  (await store.consume([rateLimit(key)])).remaining[0]?.unitsLeft

test('the store in memory drops the least recently used windows beyond 100,000', async () => {
  const store = memoryRateLimitStore()
  for (let index = 0; index <= 100_000; index += 1) await store.consume([rateLimit(`key ${index}`)])
  expect(await unitsLeft(store, 'key 100000')).toBe(3)
  expect(await unitsLeft(store, 'key 0')).toBe(4)
})
