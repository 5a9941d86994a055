import type { ImpactMonth } from '@answerable/contracts/impact'
import { lazily } from '../../platform/once.ts'

/** Series of the charts and columns of the table, in their order. */
export const series = {
  active: 'Became active',
  responded: 'First answers',
  met: 'Demands met',
  partlyMet: 'Partly met',
  ended: 'Ended otherwise',
} as const satisfies Record<Exclude<keyof ImpactMonth, 'month'>, string>
export type Series = keyof typeof series

/** The figures with the months in which nothing happened, up to this one. */
export const filledMonths = (months: readonly ImpactMonth[], now: number): ImpactMonth[] => {
  const [first] = months
  if (first === undefined) return []
  const known = new Map(months.map((one) => [one.month, one]))
  const last = [new Date(now).toISOString().slice(0, 7), months.at(-1)?.month ?? ''].sort().at(-1)
  const filled: ImpactMonth[] = []
  for (let month = first.month; month <= (last ?? ''); month = following(month)) {
    filled.push(
      known.get(month) ?? { month, active: 0, responded: 0, met: 0, partlyMet: 0, ended: 0 },
    )
  }
  return filled
}

const following = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7)
}

const format = lazily(
  () => new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' }),
)

/** 'Nov 2026' of 2026-11. */
export const monthName = (month: string): string => format().format(new Date(`${month}-01`))

/** The table as CSV (RFC 4180). */
export const csvOf = (months: readonly ImpactMonth[]): string =>
  [
    ['Month', ...Object.values(series)],
    ...months.map((month) => [
      month.month,
      ...(Object.keys(series) as Series[]).map((name) => month[name]),
    ]),
  ]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('')
