import { randomUUID } from 'node:crypto'
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import type { Cache } from './cache.ts'
import { memoryCache } from './cache-memory.ts'
import { redisCache } from './cache-redis.ts'
import { createLog } from './log.ts'

const log = createLog({ service: 'test', level: 'silent' })

describe.each([
  { adapter: 'in process', create: memoryCache },
  { adapter: 'over Redis', create: () => redisCache({ url: inject('redisUrl'), log }) },
])('the cache $adapter', ({ create }) => {
  /** Connected once it finds what it was given. */
  const open = async (): Promise<Cache> => {
    const cache = create()
    onTestFinished(() => cache.close())
    await until(async () => {
      await cache.set('connected', 'yes', 60)
      expect(await cache.get('connected')).toBe('yes')
    })
    return cache
  }

  test('finds what was set, the newest value, and nothing else', async () => {
    const cache = await open()
    const key = randomUUID()
    expect(await cache.get(key)).toBeNull()
    await cache.set(key, 'first', 60)
    await cache.set(key, 'zweite ✓', 60)
    expect(await cache.get(key)).toBe('zweite ✓')
  })

  test('forgets a value when its time is over', async () => {
    const cache = await open()
    const key = randomUUID()
    await cache.set(key, 'value', 1)
    expect(await cache.get(key)).toBe('value')
    await until(async () => expect(await cache.get(key)).toBeNull())
  })

  test('deletes every key it is given, values and counts, and takes an empty list', async () => {
    const cache = await open()
    const [one, other, kept] = [randomUUID(), randomUUID(), randomUUID()]
    await cache.set(one, 'value', 60)
    await cache.increment(other, 60)
    await cache.set(kept, 'value', 60)
    await cache.delete([one, other, randomUUID()])
    await cache.delete([])
    expect(await cache.get(one)).toBeNull()
    expect(await cache.increment(other, 60)).toMatchObject({ count: 1 })
    expect(await cache.get(kept)).toBe('value')
  })

  test('counts hits made at once without losing one', async () => {
    const cache = await open()
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 100 }, () => cache.increment(key, 60)))
    const counts = answers.map(({ count }) => count).toSorted((a, b) => a - b)
    expect(counts).toEqual(Array.from({ length: 100 }, (_, index) => index + 1))
  })

  test('counts in a window that the first hit opens and later hits do not prolong', async () => {
    const cache = await open()
    const key = randomUUID()
    expect(await cache.increment(key, 2)).toEqual({ count: 1, secondsLeft: 2 })
    const counts: number[] = []
    await until(async () => {
      const { count, secondsLeft } = await cache.increment(key, 2)
      expect(secondsLeft).toBeGreaterThanOrEqual(1)
      expect(secondsLeft).toBeLessThanOrEqual(2)
      counts.push(count)
      expect(count).toBe(1)
    })
    expect(counts.slice(0, -1)).toEqual(counts.slice(0, -1).map((_, index) => index + 2))
  })

  test('counts each key on its own', async () => {
    const cache = await open()
    const [one, other] = [randomUUID(), randomUUID()]
    await cache.increment(one, 60)
    await cache.increment(one, 60)
    expect(await cache.increment(other, 60)).toEqual({ count: 1, secondsLeft: 60 })
  })
})

const until = (holds: () => Promise<void>): Promise<void> =>
  vi.waitFor(holds, { timeout: 10_000, interval: 20 })

test('the cache in process stays within its bounds and keeps what was used last', async () => {
  const cache = memoryCache()
  const value = 'x'.repeat(1_000_000)
  for (let index = 0; index < 100; index += 1) await cache.set(`key ${index}`, value, 60)
  expect(await cache.get('key 0')).toBeNull()
  expect(await cache.get('key 99')).toBe(value)
})
