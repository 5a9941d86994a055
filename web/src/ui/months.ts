import { lazily } from '../platform/once.ts'

/** Rows of months, oldest first, with a row for each month that is missing up to this one. */
export const filled = <Row extends { month: string }>(
  months: readonly Row[],
  now: number,
  emptyMonth: (month: string) => Row,
): Row[] => {
  const [first] = months
  if (first === undefined) return []
  const known = new Map(months.map((one) => [one.month, one]))
  const last = [new Date(now).toISOString().slice(0, 7), months.at(-1)?.month ?? ''].sort().at(-1)
  const rows: Row[] = []
  for (let month = first.month; month <= (last ?? ''); month = following(month)) {
    rows.push(known.get(month) ?? emptyMonth(month))
  }
  return rows
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
