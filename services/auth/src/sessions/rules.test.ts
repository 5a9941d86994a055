import { expect, test } from 'vitest'
import { isLive, needsTouch } from './rules.ts'

const hour = 3_600_000
const day = 24 * hour
const now = new Date('2026-11-20T12:00:00Z')
const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)

const session = ({ age = 0, idle = 0, isAdmin = false }) => ({
  createdAt: ago(age),
  lastSeenAt: ago(idle),
  isAdmin,
})

test.each([
  ['14 days without use', { age: 14 * day }, 14 * day, 'idle'],
  ['30 days after it began', { idle: 0 }, 30 * day, 'age'],
  ['12 hours after it began, of an administrator', { isAdmin: true }, 12 * hour, 'age'],
] as const)('a session ends %s, to the millisecond', (_when, state, end, what) => {
  expect(isLive(session({ ...state, [what]: end - 1 }), now)).toBe(true)
  expect(isLive(session({ ...state, [what]: end }), now)).toBe(false)
})

test('the use of a session is recorded at most once a minute', () => {
  expect(needsTouch({ lastSeenAt: ago(59_999) }, now)).toBe(false)
  expect(needsTouch({ lastSeenAt: ago(60_000) }, now)).toBe(true)
})
