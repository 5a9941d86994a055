import type { TransparencyMonth } from '@answerable/contracts/transparency'
import { csvOfRows } from '../../ui/csv.ts'
import { counted, plain } from '../../ui/figures.ts'
import { filled } from '../../ui/months.ts'

type Month = TransparencyMonth
type NoticeOutcome = Month['notices'][number]['outcome']

/** Oldest first, with the months in which nothing happened, up to this one. */
export const filledMonths = (months: readonly Month[], now: number): Month[] =>
  filled(months.toReversed(), now, (month) => ({
    ...{ month, flags: null, decisions: [], medianHours: null, mediansByKind: [] },
    appeals: { received: 0, upheld: 0, overturned: 0 },
    votes: { held: null, released: 0, voided: 0 },
    ...{ notices: [], responses: 0 },
  }))

export const decisionsOf = ({ decisions }: Month): number => sum(decisions)

export const noticesOf = ({ notices }: Month, outcome: NoticeOutcome): number =>
  sum(notices.filter((one) => one.outcome === outcome))

const sum = (rows: readonly { count: number }[]): number =>
  rows.reduce((total, { count }) => total + count, 0)

const few = 'few'

/** A figure that is not shown if fewer than ten members added to it. */
export const shown = (value: number | null): string => (value === null ? few : plain(value))

/** 'under 1 hour', '5 hours' or '3 days'; a dash without a median. */
export const duration = (hours: number | null): string => {
  if (hours === null) return '–'
  if (hours === 0) return 'under 1 hour'
  return hours < 48 ? counted(hours, 'hour') : counted(Math.round(hours / 24), 'day')
}

/** All figures as CSV, one in each row. */
export const csvOf = (months: readonly Month[]): string =>
  csvOfRows([['month', 'figure', 'kind', 'reason', 'value'], ...months.flatMap(rowsOf)])

const rowsOf = (month: Month): (string | number)[][] =>
  [
    ['flags', '', '', shownInCsv(month.flags)],
    ...month.decisions.map((one) => ['decisions', one.kind, one.reasonCode ?? '', one.count]),
    ...(month.medianHours === null ? [] : [['median-hours', '', '', month.medianHours]]),
    ...month.mediansByKind.map(({ kind, hours }) => ['median-hours', kind, '', hours]),
    ...Object.entries(month.appeals).map(([outcome, count]) => ['appeals', outcome, '', count]),
    ['votes', 'held', '', shownInCsv(month.votes.held)],
    ['votes', 'released', '', month.votes.released],
    ['votes', 'voided', '', month.votes.voided],
    ...month.notices.map((one) => ['notices', one.outcome, one.reasonCode, one.count]),
    ['responses', '', '', month.responses],
  ].map((cells) => [month.month, ...cells])

const shownInCsv = (value: number | null): string | number => value ?? few
