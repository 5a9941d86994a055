import type { Notice } from '@answerable/contracts/notifications'
import { expect, test } from 'vitest'
import { byDay, grouped } from './grouped.ts'

const notice = (id: number, given: Partial<Notice> = {}): Notice => ({
  id,
  kind: 'comment',
  createdAt: '2026-11-22T10:00:00.000Z',
  unread: true,
  submission: { id: 'a1B2c3D4', targetName: 'Acme' },
  submissionId: 'a1B2c3D4',
  comment: null,
  follow: null,
  business: null,
  outcome: null,
  reasonCode: null,
  milestone: null,
  ...given,
})

const idsOf = (groups: readonly (readonly Notice[])[]) =>
  groups.map((group) => group.map(({ id }) => id))

test('neighbouring new comments on the same submission are one group, nothing else is', () => {
  const notices = [
    notice(7),
    notice(6),
    notice(5, { submissionId: 'e5F6g7H8' }),
    notice(4),
    notice(3, { kind: 'reply' }),
    notice(2, { kind: 'reply' }),
    notice(1, { submissionId: null }),
    notice(0, { submissionId: null }),
  ]
  expect(idsOf(grouped(notices))).toEqual([[7, 6], [5], [4], [3], [2], [1], [0]])
})

test('groups are listed by the day of their newest notice in the time zone of the reader', () => {
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString()
  const notices = [
    // Newer than the page's clock.
    notice(4, { createdAt: at(22, 12), kind: 'reply' }),
    notice(3, { createdAt: at(22, 0), kind: 'reply' }),
    notice(2, { createdAt: at(21, 23), kind: 'reply' }),
    notice(1, { createdAt: at(20, 23), kind: 'reply' }),
  ]
  const days = byDay(grouped(notices), new Date(2026, 10, 22, 11).getTime())
  expect(days.map(({ label, groups }) => [label, idsOf(groups)])).toEqual([
    ['Today', [[4], [3]]],
    ['Yesterday', [[2]]],
    ['Earlier', [[1]]],
  ])
})
