import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { queryKeys } from '../../api/query-keys.ts'
import { fakeServer, leave, refusal, visit } from '../../testing/site.tsx'
import { aSubmission, idOf } from '../../testing/submissions.ts'

afterEach(leave)

const page = (count: number, first = 1) =>
  Array.from({ length: count }, (_, index) =>
    aSubmission({ id: idOf(first + index), targetName: `Target ${first + index}` }),
  )

const listing = (rows: ReturnType<typeof page>, total = rows.length) => ({
  body: rows,
  headers: { 'x-total-count': String(total) },
})

const targets = () => screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)

test('while the feed loads, ten skeleton rows are shown', async () => {
  fakeServer({ 'GET /api/boycotts': () => new Promise(() => {}) })
  visit()
  await screen.findByText('Loading submissions')
  expect(document.querySelectorAll('[data-skeleton="row"]')).toHaveLength(10)
})

test('a row shows the submission with author and time', async () => {
  const [given] = page(1)
  fakeServer({
    'GET /api/boycotts': () =>
      listing([
        { ...(given ?? aSubmission()), author: null, commentCount: 1 },
        aSubmission({ id: idOf(2), embedType: 'youtube', embedUrl: 'https://x.example' }),
      ]),
  })
  visit()
  const [first, second] = await screen.findAllByRole('listitem')
  if (first === undefined || second === undefined) throw new Error('Two rows were expected.')
  const row = within(first)
  expect(row.getByRole('link', { name: 'Target 1' }).getAttribute('href')).toBe('/boycott/00000001')
  expect(row.getByRole('link', { name: '1 comment' })).toBeTruthy()
  expect(first.querySelector('.row-rank')?.textContent).toBe('1')
  for (const text of ['Montgomery, Alabama, USA', 'Service', 'Source available', 'Unknown']) {
    expect(row.getByText(text)).toBeTruthy()
  }
  expect(first.querySelector('time')?.dateTime).toBe('2026-11-01T10:00:00.000Z')
  expect(within(second).getByText('YouTube')).toBeTruthy()
  expect(screen.getByText('2 submissions total')).toBeTruthy()
})

test('a row contains only the beginning of long reasons', async () => {
  fakeServer({
    'GET /api/boycotts': () => listing([aSubmission({ reasons: 'Because. '.repeat(500) })]),
  })
  visit()
  const reasons = await screen.findByText(/^Because\./)
  expect(reasons.textContent.length).toBeLessThan(500)
  expect(reasons.textContent.endsWith('…')).toBe(true)
})

test('without the session hint the current user is not requested', async () => {
  const server = fakeServer({ 'GET /api/boycotts': () => listing(page(1)) })
  visit()
  await screen.findByText('Target 1')
  expect(server.sent('GET', '/api/auth/me')).toHaveLength(0)
})

test('ranks continue across pages, and paging ends with the last row', async () => {
  fakeServer({
    'GET /api/boycotts?page=1&limit=30&sort=hot': () => listing(page(30), 32),
    'GET /api/boycotts?page=2&limit=30&sort=hot': () => listing(page(2, 31), 32),
  })
  visit()
  await screen.findByText('Showing 1-30 of 32')
  expect(screen.getByRole('button', { name: 'Previous' })).toHaveProperty('disabled', true)
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  await screen.findByText('Showing 31-32 of 32')
  expect(screen.getByText('31')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true)
  fireEvent.click(screen.getByRole('button', { name: 'Previous' }))
  await screen.findByText('Showing 1-30 of 32')
})

test('Hot, New and Top have their own addresses', async () => {
  fakeServer({
    'GET /api/boycotts?page=1&limit=30&sort=hot': () => listing(page(1, 1)),
    'GET /api/boycotts?page=1&limit=30&sort=new': () => listing(page(1, 2)),
  })
  visit()
  await screen.findByText('Target 1')
  fireEvent.click(screen.getByRole('link', { name: 'New' }))
  await screen.findByText('Target 2')
  expect(screen.getByRole('link', { name: 'New' }).getAttribute('aria-current')).toBe('true')
})

test('a new order is shown only on request, while figures change in place', async () => {
  let rows = page(3)
  fakeServer({ 'GET /api/boycotts': () => listing(rows) })
  const { client } = visit()
  await screen.findByText('Target 1')
  expect(screen.queryByRole('button', { name: 'Show new order' })).toBe(null)

  rows = rows.toReversed().map((one) => ({ ...one, score: 77, version: one.version + 1 }))
  await act(() => client.invalidateQueries({ queryKey: queryKeys.feeds }))
  const control = await screen.findByRole('button', { name: 'Show new order' })
  expect(targets()).toEqual(['Target 1', 'Target 2', 'Target 3'])
  expect(screen.getAllByText('77')).toHaveLength(3)

  fireEvent.click(control)
  expect(targets()).toEqual(['Target 3', 'Target 2', 'Target 1'])
  expect(screen.queryByRole('button', { name: 'Show new order' })).toBe(null)
})

test('an empty feed invites only those who can submit', async () => {
  fakeServer({ 'GET /api/boycotts': () => listing([]) })
  visit()
  await screen.findByText('No submissions found.')
  expect(screen.queryByText('Be the first to submit something to boycott')).toBe(null)
  leave()

  fakeServer({ 'GET /api/boycotts': () => listing([]) })
  visit({ isSignedIn: true })
  const link = await screen.findByText('Be the first to submit something to boycott')
  expect(link.getAttribute('href')).toBe('/submit')
})

test('a failed feed shows the reason and can be retried', async () => {
  let isAway = true
  fakeServer({
    'GET /api/boycotts': () =>
      isAway ? refusal(503, 'unavailable', 'Not now.') : listing(page(1)),
  })
  visit()
  await screen.findByText('Failed to fetch boycotts: Service Unavailable')
  isAway = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Target 1')
})

test('an unknown address shows the 404 page', async () => {
  fakeServer()
  visit({ path: '/nowhere' })
  await waitFor(() => expect(document.title).toBe('Page not found · Answerable'))
  expect(screen.getByText('404')).toBeTruthy()
})

test('two filters chosen at once are both applied', async () => {
  fakeServer({
    'GET /api/boycotts': () => listing(page(1)),
    'GET /api/places/counts': () => ({ body: [] }),
  })
  visit()
  fireEvent.click(await screen.findByRole('button', { name: 'Filter' }))
  const category = await screen.findByRole('combobox', { name: 'Category' })
  const status = screen.getByRole('combobox', { name: 'Status' })
  act(() => {
    fireEvent.change(category, { target: { value: 'fashion' } })
    fireEvent.change(status, { target: { value: 'active' } })
  })
  expect(location.search).toBe('?category=fashion&status=active')
})
