import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hitsWithin, type Limit, memorySeconds, secondsUntilAllowed } from './budget-rules.ts'

const limit = fc.record({
  most: fc.integer({ min: 1, max: 6 }),
  seconds: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.constant(Number.POSITIVE_INFINITY)),
})
const limits = fc.array(limit, { minLength: 1, maxLength: 3 })
const pauses = fc.array(fc.integer({ min: 0, max: 120_000 }), { maxLength: 60 })

/** Tries after each pause (milliseconds), keeping only what the rules say must be kept. */
const attempt = (limits: readonly Limit[], pauses: readonly number[]) => {
  let now = new Date('2026-01-01T00:00:00Z')
  let kept: Date[] = []
  const granted: Date[] = []
  for (const pause of pauses) {
    now = new Date(now.getTime() + pause)
    if (secondsUntilAllowed(kept, limits, now) > 0) continue
    kept = [...hitsWithin(kept, memorySeconds(limits), now), now]
    granted.push(now)
  }
  return { granted, kept, now }
}

describe('a budget', () => {
  test('never grants more than its most within any of its times', () => {
    fc.assert(
      fc.property(limits, pauses, (limits, pauses) => {
        const { granted } = attempt(limits, pauses)
        for (const { most, seconds } of limits) {
          for (const moment of granted) {
            const until = granted.filter((hit) => hit <= moment)
            expect(hitsWithin(until, seconds, moment).length).toBeLessThanOrEqual(most)
          }
        }
      }),
    )
  })

  test('refuses only when a limit is reached', () => {
    fc.assert(
      fc.property(limits, pauses, (limits, pauses) => {
        const { granted, now } = attempt(limits, pauses)
        const isReached = limits.some(
          ({ most, seconds }) => hitsWithin(granted, seconds, now).length >= most,
        )
        expect(secondsUntilAllowed(granted, limits, now) > 0).toBe(isReached)
      }),
    )
  })

  test('says exactly when it may be tried again', () => {
    fc.assert(
      fc.property(limits, pauses, (limits, pauses) => {
        const { kept, now } = attempt(limits, pauses)
        const wait = secondsUntilAllowed(kept, limits, now)
        if (wait === 0 || !Number.isFinite(wait)) return
        const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)
        expect(secondsUntilAllowed(kept, limits, after(wait))).toBe(0)
        expect(secondsUntilAllowed(kept, limits, after(wait - 1))).toBeGreaterThan(0)
      }),
    )
  })

  test('does not depend on the order in which hits were noted', () => {
    fc.assert(
      fc.property(limits, pauses, fc.nat(), (limits, pauses, seed) => {
        const { granted, now } = attempt(limits, pauses)
        const turned = granted.toSorted(
          (one, other) => ((one.getTime() * seed) % 7) - ((other.getTime() * seed) % 7),
        )
        expect(secondsUntilAllowed(turned, limits, now)).toBe(
          secondsUntilAllowed(granted, limits, now),
        )
      }),
    )
  })
})
