import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DayCounts, type Period, publish, shownOf } from './rules.ts'

const kinds = ['up', 'down', 'held', 'voided'] as const
type Vote = { day: number; kind: (typeof kinds)[number] }

const dayOf = (day: number): string => `2026-01-${String(day).padStart(2, '0')}`

const daysOf = (votes: readonly Vote[], until = 28): DayCounts[] =>
  [...Map.groupBy(votes, ({ day }) => day)]
    .filter(([day]) => day <= until)
    .sort(([one], [other]) => one - other)
    .map(([day, of]) => {
      const count = (kind: Vote['kind']) => of.filter((vote) => vote.kind === kind).length
      return {
        ...{ day: dayOf(day), up: count('up'), down: count('down') },
        ...{ held: count('held'), voided: count('voided') },
      }
    })

const votes = (day: number, count: number, kind: Vote['kind'] = 'up'): Vote[] =>
  Array.from({ length: count }, () => ({ day, kind }))

const counts = { up: 0, down: 0, held: 0, voided: 0 }

test('days with fewer than ten votes are joined with the next ones, and the last wait', () => {
  const days = daysOf([
    ...votes(1, 12),
    ...votes(3, 4),
    ...votes(4, 3, 'down'),
    ...votes(6, 5),
    ...votes(7, 9),
  ])
  expect(publish([], days)).toEqual([
    { ...counts, first: dayOf(1), last: dayOf(1), up: 12 },
    { ...counts, first: dayOf(3), last: dayOf(6), up: 9, down: 3 },
  ])
  expect(publish([], daysOf(votes(1, 9)))).toEqual([])
})

test('held and voided votes do not make a day large enough, and are shown from ten on', () => {
  expect(publish([], daysOf([...votes(1, 9), ...votes(1, 30, 'held')]))).toEqual([])
  const [period] = publish(
    [],
    daysOf([...votes(1, 10), ...votes(1, 9, 'held'), ...votes(1, 10, 'voided')]),
  )
  expect(period && shownOf(period)).toMatchObject({ held: null, voided: 10 })
  expect(period && shownOf({ ...period, voided: 0 }).voided).toBe(null)
})

test('a published period follows changes of ten votes and more: released, voided, withdrawn', () => {
  const first = publish([], daysOf([...votes(1, 15), ...votes(1, 12, 'held'), ...votes(2, 11)]))
  const of = (now: Vote[]) => publish(first, daysOf(now))
  expect(of([...votes(1, 27), ...votes(2, 11)])[0]).toMatchObject({ up: 27, held: 0 })
  expect(of([...votes(1, 24), ...votes(1, 3, 'held'), ...votes(2, 11)])).toEqual(first)
  // Too small after that, so it is joined with its neighbour.
  expect(of([...votes(1, 3), ...votes(1, 12, 'voided'), ...votes(2, 11)])).toEqual([
    { ...counts, first: dayOf(1), last: dayOf(2), up: 14, voided: 12 },
  ])
  expect(of([...votes(1, 15), ...votes(1, 12, 'held')])).toMatchObject([{ up: 15, last: dayOf(2) }])
  expect(of([])).toEqual([])
})

/** A vote on one of a few days; small numbers of days, so that many are too small alone. */
const vote: fc.Arbitrary<Vote> = fc.record({
  day: fc.integer({ min: 1, max: 12 }),
  kind: fc.constantFrom(...kinds, 'up' as const, 'up' as const),
})

test('every period has at least ten votes, whatever happens between publications', () => {
  const states = fc.array(fc.array(vote, { maxLength: 80 }), { maxLength: 6 })
  fc.assert(
    fc.property(states, (all) => {
      let published: Period[] = []
      for (const [index, now] of all.entries()) {
        published = publish(published, daysOf(now, 4 + 2 * index))
        for (const { up, down } of published) expect(up + down).toBeGreaterThanOrEqual(10)
        const days = published.flatMap(({ first, last }) => [first, last])
        expect(days).toEqual(days.toSorted())
      }
    }),
  )
})

test('fewer than ten changes on published days change nothing', () => {
  fc.assert(
    fc.property(
      fc.array(vote, { minLength: 10, maxLength: 120 }),
      fc.array(fc.record({ at: fc.nat(), to: fc.option(vote) }), { maxLength: 9 }),
      (all, changes) => {
        const published = publish([], daysOf(all))
        const last = published.at(-1)?.last ?? ''
        const touched = new Map(changes.map(({ at, to }) => [at % all.length, to]))
        const now = all.flatMap((one, index) => {
          const to = touched.get(index)
          if (to === undefined) return [one]
          return to === null ? [] : [to]
        })
        const again = publish(published, daysOf(now))
        expect(again.filter((period) => period.last <= last)).toEqual(published)
      },
    ),
  )
})
