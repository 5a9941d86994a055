import { expect, test } from 'vitest'
import { monthName } from '../../ui/months.ts'
import { csvOf, filledMonths } from './months.ts'

const month = (name: string, active = 1) => ({
  ...{ month: name, active, responded: 0, met: 2, partlyMet: 0, ended: 0 },
})
const now = Date.parse('2026-03-15T00:00:00Z')

test('months in which nothing happened are filled in, up to this one', () => {
  const filled = filledMonths([month('2025-11'), month('2026-01')], now)
  expect(filled.map((one) => [one.month, one.active])).toEqual([
    ['2025-11', 1],
    ['2025-12', 0],
    ['2026-01', 1],
    ['2026-02', 0],
    ['2026-03', 0],
  ])
  expect(filledMonths([], now)).toEqual([])
  expect(filledMonths([month('2026-04')], now)).toHaveLength(1)
})

test('the CSV has the columns of the table', () => {
  expect(csvOf([month('2026-01', 3)])).toBe(
    'Month,Became active,First answers,Demands met,Partly met,Ended otherwise\r\n2026-01,3,0,2,0,0\r\n',
  )
  expect(monthName('2026-01')).toBe('Jan 2026')
})

test('spreadsheets read the CSV in any encoding, and no cell of it is a formula', () => {
  const cells = csvOf([month('2026-01', 3), month('2026-02', 0)]).split(/,|\r\n/)
  for (const cell of cells) expect(cell).toMatch(/^(?:[A-Z][a-z ]+|\d{4}-\d{2}|\d+)?$/)
})
