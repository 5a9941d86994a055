import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  budgets,
  hitsWithin,
  type Limit,
  memorySeconds,
  secondsUntilAllowed,
} from './budget-rules.ts'

const limit = fc.record({
  max: fc.integer({ min: 1, max: 6 }),
  seconds: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.constant(Number.POSITIVE_INFINITY)),
})
const limits = fc.array(limit, { minLength: 1, maxLength: 3 })
const pauses = fc.array(fc.integer({ min: 0, max: 120_000 }), { maxLength: 60 })

/** Tries after each pause (milliseconds), and records only the hits that the rules still need. */
const attempt = (limits: readonly Limit[], pauses: readonly number[]) => {
  let now = new Date('2026-01-01T00:00:00Z')
  let recorded: Date[] = []
  const granted: Date[] = []
  for (const pause of pauses) {
    now = new Date(now.getTime() + pause)
    if (secondsUntilAllowed(recorded, limits, now) > 0) continue
    recorded = [...hitsWithin(recorded, memorySeconds(limits), now), now]
    granted.push(now)
  }
  return { granted, recorded, now }
}

describe('a budget', () => {
  test('never grants more than its limits allow within any period', () => {
    fc.assert(
      fc.property(limits, pauses, (limits, pauses) => {
        const { granted } = attempt(limits, pauses)
        for (const { max, seconds } of limits) {
          for (const moment of granted) {
            const until = granted.filter((hit) => hit <= moment)
            expect(hitsWithin(until, seconds, moment).length).toBeLessThanOrEqual(max)
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
          ({ max, seconds }) => hitsWithin(granted, seconds, now).length >= max,
        )
        expect(secondsUntilAllowed(granted, limits, now) > 0).toBe(isReached)
      }),
    )
  })

  test('returns the exact time until the next allowed attempt', () => {
    fc.assert(
      fc.property(limits, pauses, (limits, pauses) => {
        const { recorded, now } = attempt(limits, pauses)
        const wait = secondsUntilAllowed(recorded, limits, now)
        if (wait === 0 || !Number.isFinite(wait)) return
        const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)
        expect(secondsUntilAllowed(recorded, limits, after(wait))).toBe(0)
        expect(secondsUntilAllowed(recorded, limits, after(wait - 1))).toBeGreaterThan(0)
      }),
    )
  })

  test('does not depend on the order in which hits were recorded', () => {
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

test('the limits of all budgets are the documented ones', () => {
  const within = (max: number, seconds: number) => ({ max, seconds })
  const [minute, hour, day] = [60, 3_600, 86_400]
  expect(budgets).toEqual({
    'mails about claims': [within(1, minute), within(3, day)],
    'mails about claims of account': [within(5, day)],
    'mails about claims to domain': [within(10, day)],
    'wrong codes about claims': [within(10, hour), within(20, day), within(100, 365 * day)],
    'mails to mailbox': [within(1, minute), within(5, 1_800), within(10, day)],
    'mails to mailbox from network': [within(3, 1_800), within(6, day)],
    'mails to known browser': [within(1, minute), within(5, 1_800), within(10, day)],
    'mails from network': [within(5, minute), within(20, hour)],
    'mails from network, /56': [within(20, minute), within(80, hour)],
    'mails from network, /48': [within(80, minute), within(320, hour)],
    'notices to mailbox': [within(5, hour), within(15, day)],
    'notices to mailbox from network': [within(3, hour), within(8, day)],
    'notices from network': [within(10, hour), within(30, day)],
    'notices from network, /56': [within(40, hour), within(120, day)],
    'notices from network, /48': [within(160, hour), within(480, day)],
    'mails about deletion': [within(1, minute), within(5, day)],
    'notices of new devices': [within(5, day)],
    renames: [within(3, day)],
    'wrong codes': [within(10, hour), within(20, day)],
    'wrong codes from network': [within(5, hour), within(10, day)],
    'wrong codes in known browser': [within(10, hour), within(20, day)],
    'wrong codes about deletion': [within(10, hour), within(20, day)],
    'wrong codes since success': [within(100, Number.POSITIVE_INFINITY)],
    'wrong codes in known browser since success': [within(100, Number.POSITIVE_INFINITY)],
    'codes elsewhere': [within(5, day)],
    'wrong codes elsewhere, network': [within(20, hour)],
    'wrong codes elsewhere, whole site': [within(200, hour)],
  })
})

test('the time until a retry is never zero while a limit is reached', () => {
  const now = new Date('2026-11-20T12:00:00.000Z')
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  const limits = [{ max: 1, seconds: 60 }]
  expect(secondsUntilAllowed([ago(59_999)], limits, now)).toBe(1)
  expect(secondsUntilAllowed([ago(60_000)], limits, now)).toBe(0)
  expect(secondsUntilAllowed([now], limits, now)).toBe(60)
  expect(secondsUntilAllowed([now], [{ max: 1, seconds: Number.POSITIVE_INFINITY }], now)).toBe(
    Number.POSITIVE_INFINITY,
  )
})

test('a hit is stored for the longest period of the limits', () => {
  const limits = [
    { max: 5, seconds: 60 },
    { max: 9, seconds: 86_400 },
    { max: 7, seconds: 3_600 },
  ]
  expect(memorySeconds(limits)).toBe(86_400)
})
