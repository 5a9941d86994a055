import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, leave } from '../../testing/site.tsx'
import { openOverlay } from './open-overlay.tsx'
import { reloadOnce } from './reload-once.ts'
import { unhandledErrorOf } from './unhandled-error.ts'

const analyze = 'POST /api/diagnostics/analyze'
const nothing = 'No specific suggestions available for this error.'
const suggestion = {
  title: 'Reload the page',
  severity: 'high',
  category: 'Rendering',
  estimatedTime: '1 minute',
  description: 'A value was missing when the page was rendered.',
  actionSteps: ['Refresh the page.', 'Sign in again.'],
  preventionTips: ['Keep the browser up to date.'],
  confidence: 0.8,
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(() => {
  document.body.replaceChildren()
  vi.restoreAllMocks()
  leave()
})

const unhandled = (error: Error) =>
  unhandledErrorOf(error, { source: undefined, userAction: 'click "Upvote"', at: 0 })
const open = async (error: Error = new TypeError('x is undefined')) => {
  let closed = false
  await act(async () => {
    void openOverlay(unhandled(error)).then(() => {
      closed = true
    })
  })
  return { isClosed: () => closed }
}

test("'Smart Error Recovery' lists what is suggested, with everything that is known of it", async () => {
  const server = fakeServer({ [analyze]: () => ({ body: { suggestions: [suggestion] } }) })
  await open()
  expect(screen.getByRole('dialog', { name: 'Smart Error Recovery' })).toBeTruthy()
  await screen.findByText('Reload the page')
  for (const text of [
    'High severity',
    'Rendering',
    '1 minute',
    '80% confidence',
    'A value was missing when the page was rendered.',
    'Refresh the page.',
    'Sign in again.',
    'Keep the browser up to date.',
  ]) {
    expect(screen.getByText(text)).toBeTruthy()
  }
  expect(server.sent('POST', '/api/diagnostics/analyze')[0]?.body).toMatchObject({
    errorType: 'TypeError',
    errorMessage: 'x is undefined',
    userAction: 'click "Upvote"',
    timestamp: '1970-01-01T00:00:00.000Z',
    stackTrace: expect.any(String),
  })
})

test('what is sent is scrubbed', async () => {
  const server = fakeServer({ [analyze]: () => ({ body: { suggestions: [] } }) })
  await open(new Error('No session for margaret.hale@example.org at /auth/callback?token=abcdef'))
  await screen.findByText(nothing)
  const sent = JSON.stringify(server.requests)
  for (const secret of ['margaret', 'abcdef']) expect(sent).not.toContain(secret)
})

test.each([
  ['there is none', () => ({ body: { suggestions: [] } })],
  ['the call is down', () => ({ status: 503 })],
  ['the answer makes no sense', () => ({ body: { suggestions: [{ title: 1 }] } })],
  ['there is no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
])('no suggestion is shown when %s', async (_, answer) => {
  fakeServer({ [analyze]: answer })
  await open()
  await screen.findByText(nothing)
})

test('Close closes it, Refresh Page loads the page again', async () => {
  fakeServer({ [analyze]: () => ({ body: { suggestions: [] } }) })
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  const { isClosed } = await open()
  await screen.findByText(nothing)
  fireEvent.click(screen.getByRole('button', { name: 'Refresh Page' }))
  expect(reload).toHaveBeenCalledTimes(1)
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Close' })))
  expect(screen.queryByRole('dialog')).toBe(null)
  expect(isClosed()).toBe(true)
})

test('a missing script reloads the page once, and only if the site responds', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  fakeServer({ 'HEAD /': () => ({ status: 503 }) })
  expect(await reloadOnce()).toBe(false)
  fakeServer({ 'HEAD /': () => ({ status: 200 }) })
  expect(await reloadOnce()).toBe(true)
  expect(await reloadOnce()).toBe(false)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('without storage there is no reload, because it could loop', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  fakeServer({ 'HEAD /': () => ({ status: 200 }) })
  const refuse = () => {
    throw new DOMException('Blocked.', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', new Proxy({}, { get: refuse }))
  expect(await reloadOnce()).toBe(false)
  expect(reload).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
})
