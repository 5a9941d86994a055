import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { csvOf, duration, filledMonths } from '../features/transparency/months.ts'
import { fakeServer, leave, visit } from '../testing/site.tsx'

afterEach(leave)

const thisMonth = new Date().toISOString().slice(0, 7)
const month = {
  ...{ month: thisMonth, flags: null, medianHours: 50, responses: 2 },
  decisions: [
    { kind: 'approve' as const, reasonCode: null, count: 1 },
    { kind: 'remove' as const, reasonCode: 'spam' as const, count: 1_204 },
  ],
  mediansByKind: [{ kind: 'remove' as const, hours: 0 }],
  appeals: { received: 4, upheld: 1, overturned: 2 },
  votes: { held: 12, released: 3, voided: 9 },
  notices: [{ reasonCode: 'threats' as const, outcome: 'received' as const, count: 5 }],
}
const earlier = {
  ...month,
  month: '2025-01',
  decisions: [{ kind: 'suspend' as const, reasonCode: 'hate' as const, count: 3 }],
}

test('the page shows the figures of the latest month, and those of the month in the address', async () => {
  fakeServer({ 'GET /api/transparency': () => ({ body: [month, earlier] }) })
  visit({ path: '/transparency' })
  const decisions = await screen.findByRole('table', {
    name: 'Decisions by kind and reason: 1,205',
  })
  expect(
    within(decisions)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual([...['DecisionReasonNumber', 'RemovedSpam or advertising1,204', 'ApprovedNone given1']])
  expect(screen.getByText('few', { selector: 'dd' })).toBeTruthy()
  expect(screen.getByText('4 appeals received, 1 rejected, 2 granted')).toBeTruthy()
  expect(screen.getByText('12 held, 3 counted after a review, 9 voided')).toBeTruthy()
  fireEvent.change(screen.getByRole('combobox', { name: 'Month' }), {
    target: { value: '2025-01' },
  })
  await screen.findByRole('row', { name: 'Account suspended Hate or discrimination 3' })
  // A month in which nothing happened is there, too.
  fireEvent.change(screen.getByRole('combobox', { name: 'Month' }), {
    target: { value: '2025-02' },
  })
  await screen.findByText('There were no decisions in this month.')
})

test('the chart of flags does not show a hidden number as zero', async () => {
  fakeServer({ 'GET /api/transparency': () => ({ body: [month, { ...earlier, flags: 12 }] }) })
  visit({ path: '/transparency' })
  const chart = await screen.findByRole('img', {
    name: 'Flags (not in months with few) by month: 12 in total, most in Jan 2025 (12).',
  })
  const titles = [...chart.querySelectorAll('title')].map(({ textContent }) => textContent)
  expect(titles[0]).toBe('Jan 2025: 12')
  expect(titles.at(-1)).toMatch(/: few$/)
})

test('a site without figures says what appears there', async () => {
  fakeServer({ 'GET /api/transparency': () => ({ body: [] }) })
  visit({ path: '/transparency' })
  await screen.findByText('There are no figures yet.')
  await screen.findByText('Decisions, appeals, notices and official responses appear here.')
})

test('a failed fetch can be repeated', async () => {
  let isDown = true
  fakeServer({ 'GET /api/transparency': () => (isDown ? { status: 503 } : { body: [month] }) })
  visit({ path: '/transparency' })
  await screen.findByText('Failed to fetch the figures: Service Unavailable')
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('table', { name: 'Decisions by kind and reason: 1,205' })
})

test('the CSV has every figure, no formula and no cell that needs quotes', () => {
  const csv = csvOf(filledMonths([month, earlier], Date.now()))
  expect(csv.split('\r\n').slice(0, 4)).toEqual([
    ...['month,figure,kind,reason,value', '2025-01,flags,,,few'],
    ...['2025-01,decisions,suspend,hate,3', '2025-01,median-hours,,,50'],
  ])
  expect(csv).toContain(`${thisMonth},decisions,remove,spam,1204\r\n`)
  for (const line of csv.trimEnd().split('\r\n')) {
    expect(line.split(',')).toHaveLength(5)
    for (const cell of line.split(',')) expect(cell).toMatch(/^(?:[a-z][a-z0-9 -]*|\d[\d-]*)?$/)
  }
})

test('times are hours, and days from two days on', () => {
  expect([null, 0, 1, 47, 48, 100].map(duration)).toEqual([
    ...['–', 'under 1 hour', '1 hour', '47 hours', '2 days', '4 days'],
  ])
})
