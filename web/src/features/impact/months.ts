import type { ImpactMonth } from '@answerable/contracts/impact'
import { csvOfRows } from '../../ui/csv.ts'
import { filled } from '../../ui/months.ts'

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
export const filledMonths = (months: readonly ImpactMonth[], now: number): ImpactMonth[] =>
  filled(months, now, (month) => ({
    ...{ month, active: 0, responded: 0, met: 0, partlyMet: 0, ended: 0 },
  }))

/** The table as CSV. */
export const csvOf = (months: readonly ImpactMonth[]): string =>
  csvOfRows([
    ['Month', ...Object.values(series)],
    ...months.map((month) => [
      month.month,
      ...(Object.keys(series) as Series[]).map((name) => month[name]),
    ]),
  ])
