import { expect, test } from 'vitest'
import { timeAgo } from './relative-time.tsx'

test('times are in the largest unit that has passed', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  const ago = (seconds: number) => timeAgo(new Date(now - seconds * 1000), now)
  expect(ago(-30)).toBe('just now')
  expect(ago(59)).toBe('just now')
  expect(ago(60)).toBe('1 minute ago')
  expect(ago(3_599)).toBe('59 minutes ago')
  expect(ago(3 * 3_600)).toBe('3 hours ago')
  expect(ago(86_400)).toBe('1 day ago')
  expect(ago(8 * 86_400)).toBe('1 week ago')
  expect(ago(400 * 86_400)).toBe('1 year ago')
})
