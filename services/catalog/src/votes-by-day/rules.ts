import { minVotesOfPeriod, type VotePeriod } from '@answerable/contracts/votes-by-day'

/** Held and voided votes are exact here. */
type Counts = { up: number; down: number; held: number; voided: number }
export type DayCounts = Counts & { day: string }
export type Period = Counts & { first: string; last: string }

/**
 * The next publication of a submission, from the last one and the votes as they are now, by day. A published period
 * changes only if at least ten of its votes differ, so that no two publications reveal what a single person did.
 * Later days are combined until they have ten votes; the days that are left wait for the next publication.
 */
export const publish = (published: readonly Period[], days: readonly DayCounts[]): Period[] => {
  const renewed = published.map((period, index) => {
    const after = published[index - 1]?.last ?? ''
    return renew(
      period,
      days.filter(({ day }) => after < day && day <= period.last),
    )
  })
  const last = published.at(-1)?.last ?? ''
  return [...withNeighbours(renewed), ...newPeriods(days.filter(({ day }) => day > last))]
}

const renew = (period: Period, days: readonly DayCounts[]): Period => {
  const now = sum(days)
  if (fewestChanged(period, now) < minVotesOfPeriod) return period
  const first = days[0]?.day ?? period.first
  return { ...now, first: first < period.first ? first : period.first, last: period.last }
}

const kinds = ['up', 'down', 'held', 'voided'] as const

/** At least so many votes came, went or became of another kind. */
const fewestChanged = (before: Counts, after: Counts): number => {
  const changes = kinds.map((kind) => after[kind] - before[kind])
  const more = changes.reduce((total, change) => total + Math.max(change, 0), 0)
  const less = changes.reduce((total, change) => total + Math.max(-change, 0), 0)
  return Math.max(more, less)
}

/** Joins periods that have become too small with the next one, or the last one with the one before. */
const withNeighbours = (periods: readonly Period[]): Period[] => {
  const joined: Period[] = []
  let open: Period | null = null
  for (const period of periods) {
    open = open === null ? period : join(open, period)
    if (isSmall(open)) continue
    joined.push(open)
    open = null
  }
  const end = joined.pop()
  if (end === undefined) return []
  return [...joined, open === null ? end : join(end, open)]
}

const newPeriods = (days: readonly DayCounts[]): Period[] => {
  const periods: Period[] = []
  let open: Period | null = null
  for (const { day, ...counts } of days) {
    const one = { ...counts, first: day, last: day }
    open = open === null ? one : join(open, one)
    if (isSmall(open)) continue
    periods.push(open)
    open = null
  }
  return periods
}

const isSmall = ({ up, down }: Counts): boolean => up + down < minVotesOfPeriod

const join = (one: Period, next: Period): Period => ({
  ...sum([one, next]),
  first: one.first,
  last: next.last,
})

const sum = (all: readonly Counts[]): Counts =>
  all.reduce<Counts>(
    (total, { up, down, held, voided }) => ({
      up: total.up + up,
      down: total.down + down,
      held: total.held + held,
      voided: total.voided + voided,
    }),
    { up: 0, down: 0, held: 0, voided: 0 },
  )

/** The public fields of a period. */
export const shownOf = ({ first, last, up, down, held, voided }: Period): VotePeriod => ({
  ...{ first, last, up, down },
  held: held < minVotesOfPeriod ? null : held,
  voided: voided < minVotesOfPeriod ? null : voided,
})
