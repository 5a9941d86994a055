import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, leave, visit } from '../../testing/site.tsx'
import { aSubmission, idOf } from '../../testing/submissions.ts'

afterEach(() => {
  vi.restoreAllMocks()
  leave()
})

const rows = [1, 2, 3].map((number) =>
  aSubmission({ id: idOf(number), targetName: `Target ${number}` }),
)
const openFeed = async (isSignedIn = false) => {
  const server = fakeServer({
    'GET /api/boycotts': () => ({ body: rows }),
    [`POST /api/boycotts/${idOf(1)}/vote`]: () => ({
      body: { ...rows[0], score: 11, userVote: 1, version: 9 },
    }),
    [`GET /api/boycotts/${idOf(2)}`]: () => ({ body: rows[1] }),
    [`GET /api/boycotts/${idOf(2)}/comments`]: () => ({ body: [] }),
  })
  visit({ isSignedIn })
  await screen.findByText('Target 1')
  if (isSignedIn) await screen.findByText('margaret.hale')
  return server
}
const press = (key: string, init: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...init })
const focused = () => document.activeElement?.textContent

test('j and k move from row to row and stop at both ends', async () => {
  await openFeed()
  press('j')
  expect(focused()).toBe('Target 1')
  press('j')
  press('j')
  press('j')
  expect(focused()).toBe('Target 3')
  press('k')
  expect(focused()).toBe('Target 2')
  press('k')
  press('k')
  expect(focused()).toBe('Target 1')
})

test('u votes on the focused row only', async () => {
  const server = await openFeed(true)
  press('u')
  expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(0)
  press('j')
  press('u')
  await waitFor(() => expect(server.sent('POST', `/api/boycotts/${idOf(1)}/vote`)).toHaveLength(1))
})

test('c goes to the comments, and on the submission’s page to the comment box', async () => {
  await openFeed(true)
  press('j')
  press('j')
  press('c')
  const box = await screen.findByLabelText('Add a comment')
  press('c')
  expect(document.activeElement).toBe(box)
})

test('keys in fields, in dialogs and with modifiers do nothing', async () => {
  await openFeed()
  press('j', { ctrlKey: true })
  press('j', { metaKey: true })
  press('j', { altKey: true })
  const select = screen.getByLabelText('Theme')
  select.focus()
  press('j')
  expect(document.activeElement).toBe(select)
  select.blur()
  press('?')
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  press('k')
  expect(focused()).not.toMatch(/Target/)
})

test('the keys are explained, and can be turned off for good', async () => {
  await openFeed()
  press('?')
  const box = await screen.findByRole<HTMLInputElement>('checkbox')
  expect(screen.getByText('Next submission in the list')).toBeTruthy()
  fireEvent.click(box)
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  press('j')
  press('?')
  expect(focused()).not.toBe('Target 1')
  expect(screen.queryByRole('dialog')).toBe(null)
  expect(localStorage.getItem('answerable-shortcuts')).toBe('off')
  fireEvent.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }))
  expect((await screen.findByRole<HTMLInputElement>('checkbox')).checked).toBe(false)
})

test('hovering over a row prefetches its page; crossing it does not', async () => {
  const server = await openFeed()
  const requests = () => server.sent('GET', `/api/boycotts/${idOf(2)}`).length
  const link = screen.getByRole('link', { name: 'Target 2' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.pointerEnter(link)
  vi.advanceTimersByTime(119)
  fireEvent.pointerLeave(link)
  vi.advanceTimersByTime(1_000)
  expect(requests()).toBe(0)
  fireEvent.pointerEnter(link)
  vi.advanceTimersByTime(120)
  vi.useRealTimers()
  await waitFor(() => expect(requests()).toBe(1))
})
