import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, leave, refusal, visit } from '../../testing/site.tsx'
import { aSubmission } from '../../testing/submissions.ts'

afterEach(() => {
  vi.restoreAllMocks()
  leave()
})

const cached = aSubmission()
const listing = () => ({ body: [cached] })
const goes = (way: 'online' | 'offline') => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(way === 'online')
  act(() => void dispatchEvent(new Event(way)))
}
const offline = 'You are offline. This page may be out of date.'
const unreachable = 'Answerable cannot be reached. This page may be out of date.'
const back = 'You are back online.'

/** Waits while the stopped clock advances by a millisecond for each look. */
const look = <Found,>(find: () => Found): Promise<Found> =>
  vi.waitFor(find, { interval: 1, timeout: 60_000 })

test('a notice shows while offline, and for a moment when back online', async () => {
  fakeServer({ 'GET /api/boycotts': listing })
  visit()
  await screen.findByText(cached.targetName)
  expect(screen.queryByText(offline)).toBe(null)
  goes('offline')
  expect(screen.getByText(offline)).toBeTruthy()
  vi.useFakeTimers()
  goes('online')
  expect(screen.getByText(back)).toBeTruthy()
  act(() => {
    vi.advanceTimersByTime(3_000)
  })
  expect(screen.queryByText(back)).toBe(null)
})

test('a notice shows while the site does not respond', async () => {
  let isAway = true
  fakeServer({
    'GET /api/boycotts': () =>
      isAway ? Promise.reject(new TypeError('Failed to fetch')) : listing(),
  })
  visit()
  await screen.findByText('Failed to fetch boycotts: No Connection')
  expect(screen.getByText('Please check your connection.')).toBeTruthy()
  expect(screen.getByText(unreachable)).toBeTruthy()
  isAway = false
  fireEvent.click(screen.getAllByRole('button', { name: 'Try again' })[0] as HTMLElement)
  await screen.findByText(cached.targetName)
  expect(screen.getByText(back)).toBeTruthy()
})

test('queries that failed offline are fetched again online', async () => {
  let isAway = true
  fakeServer({
    'GET /api/boycotts': () =>
      isAway ? Promise.reject(new TypeError('Failed to fetch')) : listing(),
  })
  visit()
  await screen.findByText('Failed to fetch boycotts: No Connection')
  goes('offline')
  isAway = false
  goes('online')
  await screen.findByText(cached.targetName)
})

test('queries are fetched again until the returned connection works', async () => {
  let calls = 0
  let worksFrom = Number.POSITIVE_INFINITY
  fakeServer({
    'GET /api/boycotts': () => {
      calls += 1
      return calls < worksFrom ? Promise.reject(new TypeError('Failed to fetch')) : listing()
    },
  })
  visit()
  await screen.findByText('Failed to fetch boycotts: No Connection')
  goes('offline')
  worksFrom = calls + 3
  goes('online')
  await screen.findByText(cached.targetName)
})

test('an unavailable service shows its own message and a retry button', async () => {
  const words = 'This part of the site is not available right now. Please try again in a moment.'
  fakeServer({ 'GET /api/boycotts': () => refusal(503, 'unavailable', words) })
  visit()
  await screen.findByText('Failed to fetch boycotts: Service Unavailable')
  expect(screen.getByText(words)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  expect(screen.queryByText(unreachable)).toBe(null)
})

test('after five seconds a slow page shows that it is still loading', async () => {
  fakeServer({ 'GET /api/boycotts': () => new Promise(() => {}) })
  vi.useFakeTimers()
  visit()
  await look(() => expect(document.querySelector('.slow-notice')).toBeTruthy())
  await act(() => vi.advanceTimersByTimeAsync(4_000))
  expect(screen.queryByText(/Still loading/)).toBe(null)
  await act(() => vi.advanceTimersByTimeAsync(1_500))
  expect(screen.getByText('Still loading. The connection or the site is slow.')).toBeTruthy()
})

test('too many requests: a form says how long to wait, counts it down and keeps the text', async () => {
  const path = `/api/boycotts/${cached.id}`
  const server = fakeServer({
    [`GET ${path}`]: () => ({ body: cached }),
    [`GET ${path}/comments`]: () => ({ body: [] }),
    [`POST ${path}/comments`]: () => ({
      ...refusal(429, 'too_many_requests', 'Too many requests. Please wait a moment.'),
      headers: { 'retry-after': '40' },
    }),
  })
  visit({ path: `/boycott/${cached.id}`, isSignedIn: true })
  const box = await screen.findByLabelText<HTMLTextAreaElement>('Add a comment')
  fireEvent.change(box, { target: { value: 'Kept.' } })
  const post = screen.getByRole<HTMLButtonElement>('button', { name: 'Post comment' })
  fireEvent.pointerDown(post)
  await screen.findByRole('region', { name: 'Notifications (F8)' })
  vi.useFakeTimers()
  fireEvent.click(post)
  await look(() => screen.getByRole('timer'))
  await look(() =>
    screen.getByText('Too many requests. Please wait a moment. You can try again in 40 seconds.'),
  )
  expect(screen.getByRole('timer').textContent).toBe('You can try again in 40 seconds.')
  expect(post.disabled).toBe(true)
  await act(() => vi.advanceTimersByTimeAsync(38_000))
  expect(screen.getByRole('timer').textContent).toMatch(/in [12] seconds?\./)
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect(screen.queryByRole('timer')).toBe(null)
  expect(post.disabled).toBe(false)
  expect(box.value).toBe('Kept.')
  expect(server.sent('POST', `${path}/comments`)).toHaveLength(1)
})
