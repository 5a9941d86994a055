import { randomUUID } from 'node:crypto'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { createLog } from '../log.ts'
import { until } from '../testing/until.ts'
import { memoryRateLimitStore } from './memory-store.ts'
import { redisRateLimitStore } from './redis-store.ts'
import type { RateLimitStore, RateLimitWindow } from './store.ts'

const log = createLog({ service: 'test', level: 'silent' })

describe.each([
  { adapter: 'in process', create: memoryRateLimitStore },
  {
    adapter: 'over Redis',
    create: () =>
      redisRateLimitStore({ url: inject('redisUrl'), log, commandTimeoutMilliseconds: 120_000 }),
  },
])('the cache $adapter', ({ create }) => {
  /** Connected once it finds what it was given. */
  const open = async (): Promise<RateLimitStore> => {
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
    await cache.set(key, 'value', 60)
    expect(await cache.get(key)).toBe('value')
    await cache.set(key, 'value', 1)
    await until(async () => expect(await cache.get(key)).toBeNull())
  })

  test('deletes every key it is given, values and quotas, and takes an empty list', async () => {
    const cache = await open()
    const [one, other, kept] = [randomUUID(), randomUUID(), randomUUID()]
    await cache.set(one, 'value', 60)
    await cache.consume([quota(other)])
    await cache.set(kept, 'value', 60)
    await cache.delete([one, other, randomUUID()])
    await cache.delete([])
    expect(await cache.get(one)).toBeNull()
    expect(await unitsLeft(cache, other)).toBe(4)
    expect(await cache.get(kept)).toBe('value')
  })

  test('of many takers at once as many get a unit as there are', async () => {
    const cache = await open()
    const asked = quota(randomUUID(), { units: 30 })
    const answers = await Promise.all(Array.from({ length: 100 }, () => cache.consume([asked])))
    const taken = answers.filter(({ isAllowed }) => isAllowed)
    expect(taken.map(({ remaining }) => remaining[0]?.unitsLeft)).toEqual(
      Array.from({ length: 30 }, (_, index) => 29 - index),
    )
    const refused = { isAllowed: false, remaining: [{ unitsLeft: 0, secondsLeft: upTo(3_600) }] }
    expect(answers.slice(30)).toEqual(Array(70).fill(refused))
  })

  test('a window is opened by its first unit, not prolonged by later ones or by refusals', async () => {
    const cache = await open()
    const asked = quota(randomUUID(), { units: 2, windowSeconds: 2 })
    const opened = { isAllowed: true, remaining: [{ unitsLeft: 1, secondsLeft: upTo(2) }] }
    expect(await cache.consume([asked])).toEqual(opened)
    expect(await cache.consume([asked])).toMatchObject({ isAllowed: true })
    await until(async () => expect(await cache.consume([asked])).toEqual(opened))
  })

  test('of several quotas all are taken from, or none where one is used up', async () => {
    const cache = await open()
    const [short, long] = [quota(randomUUID(), { units: 1 }), quota(randomUUID(), { units: 9 })]
    const fresh = [quota(randomUUID(), { units: 7, windowSeconds: 7_200 })]
    expect(await cache.consume([short, long])).toMatchObject({ isAllowed: true })
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(await cache.consume([...fresh, long, short])).toEqual({
        isAllowed: false,
        remaining: [
          { unitsLeft: 7, secondsLeft: 7_200 },
          { unitsLeft: 8, secondsLeft: upTo(3_600) },
          { unitsLeft: 0, secondsLeft: upTo(3_600) },
        ],
      })
    }
    expect(await cache.consume([long])).toMatchObject({ remaining: [{ unitsLeft: 7 }] })
  })

  test('what is given back can be taken again, and no more than was taken', async () => {
    const cache = await open()
    const [one, other] = [randomUUID(), randomUUID()]
    await cache.consume([quota(one), quota(other)])
    await cache.consume([quota(one), quota(other)])
    await cache.refund([one])
    for (let more = 0; more < 5; more += 1) await cache.refund([other])
    await cache.refund([randomUUID()])
    await cache.refund([])
    expect(await unitsLeft(cache, one)).toBe(3)
    expect(await unitsLeft(cache, other)).toBe(4)
  })
})

const quota = (key: string, parts: Partial<RateLimitWindow> = {}): RateLimitWindow => ({
  key,
  units: 5,
  windowSeconds: 3_600,
  ...parts,
})

/** Seconds of a window that has been open for a moment. */
const upTo = (seconds: number): unknown =>
  expect.toSatisfy((left: number) => left > 0 && left <= seconds)

/** After taking one more. */
const unitsLeft = async (cache: RateLimitStore, key: string): Promise<number | undefined> =>
  (await cache.consume([quota(key)])).remaining[0]?.unitsLeft

test('the cache in process stays within its bounds and keeps what was used last', async () => {
  const cache = memoryRateLimitStore()
  const value = 'x'.repeat(1_000_000)
  for (let index = 0; index < 100; index += 1) await cache.set(`key ${index}`, value, 60)
  expect(await cache.get('key 0')).toBeNull()
  expect(await cache.get('key 99')).toBe(value)
})
