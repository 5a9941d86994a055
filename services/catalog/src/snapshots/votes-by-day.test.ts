import { expect, test } from 'vitest'
import type { Row } from './tables.ts'
import { joinSmallDays } from './votes-by-day.ts'

const [created, today] = ['2026-01-01', '2026-01-31']
const day = (submissionId: string, date: string, up: number, down = 0): Row => [
  ...[submissionId, created, today, date, up, down],
]
const joined = (...batches: Row[][]): Row[] => {
  const join = joinSmallDays()
  return [...batches.flatMap((batch) => join(batch)), ...join(null)]
}

test('days with fewer than 10 votes are joined, and the periods cover all days until the snapshot', () => {
  expect(
    joined([
      day('a', '2026-01-03', 4),
      day('a', '2026-01-05', 5, 1),
      day('a', '2026-01-06', 12, 3),
      day('a', '2026-01-09', 30),
    ]),
  ).toEqual([
    ['a', '2026-01-01', '2026-01-05', 9, 1],
    ['a', '2026-01-06', '2026-01-06', 12, 3],
    ['a', '2026-01-07', '2026-01-31', 30, 0],
  ])
})

test('a remainder of fewer than 10 votes is joined with the period before it', () => {
  expect(joined([day('a', '2026-01-03', 10), day('a', '2026-01-20', 0, 2)])).toEqual([
    ['a', '2026-01-01', '2026-01-31', 10, 2],
  ])
})

test('a submission with fewer than 10 votes has one period, which does not show their days', () => {
  expect(joined([day('a', '2026-01-20', 1)])).toEqual([['a', '2026-01-01', '2026-01-31', 1, 0]])
})

test('submissions are not mixed, wherever a batch ends', () => {
  const days = [
    day('a', '2026-01-03', 15),
    day('a', '2026-01-04', 2),
    day('b', '2026-01-03', 3),
    day('c', '2026-01-03', 10),
    day('c', '2026-01-04', 10),
  ]
  const whole = joined(days)
  expect(whole).toEqual([
    ['a', '2026-01-01', '2026-01-31', 17, 0],
    ['b', '2026-01-01', '2026-01-31', 3, 0],
    ['c', '2026-01-01', '2026-01-03', 10, 0],
    ['c', '2026-01-04', '2026-01-31', 10, 0],
  ])
  expect(joined(...days.map((one) => [one]))).toEqual(whole)
})

test('votes that a merge brought may be older than the submission', () => {
  expect(joined([day('a', '2025-12-24', 1), day('a', '2026-01-02', 1)])).toEqual([
    ['a', '2025-12-24', '2026-01-31', 2, 0],
  ])
})
