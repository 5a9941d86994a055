import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { fakeServer, leave, refusal, user, visit } from '../../testing/site.tsx'
import { digitsOf } from '../../ui/code-field.tsx'
import { takeLinkToken } from './link-token.ts'

beforeAll(async () => {
  // Load the module before a notification needs it: the second one replaces the first after 1.5 seconds.
  await import('../../ui/toaster.tsx')
})
afterEach(leave)

const emptyFeed = { 'GET /api/boycotts': () => ({ body: [] }) }
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })

const openDialog = async () => {
  fireEvent.click((await screen.findAllByRole('button', { name: 'Log in' }))[0] as HTMLElement)
  await screen.findByText('Join the community to submit and vote on boycotts')
}
const openTabs = async () => {
  await openDialog()
  fireEvent.click(button('Sign in with Email'))
  await screen.findByRole('tab', { name: 'Magic Link' })
}
const openCodeTab = async () => {
  await openTabs()
  fireEvent.mouseDown(screen.getByRole('tab', { name: 'Code' }), { button: 0 })
  await screen.findByText('Enter the code from your email')
}

test('a code is digits only and never longer than six', () => {
  fc.assert(
    fc.property(fc.string(), (typed) => {
      expect(digitsOf(typed)).toMatch(/^\d{0,6}$/)
    }),
  )
  expect(digitsOf(' 12-34 56 78')).toBe('123456')
})

test('a mail can be requested once the address is plausible', async () => {
  const server = fakeServer({
    ...emptyFeed,
    'POST /api/auth/magic-link': () => ({ status: 202, body: { sent: true } }),
  })
  visit()
  await openTabs()
  expect(button('Send Auth Email').disabled).toBe(true)
  type('Email', 'margaret')
  expect(button('Send Auth Email').disabled).toBe(true)
  type('Email', 'margaret@example.org')
  fireEvent.click(button('Send Auth Email'))
  await screen.findByText('Magic link sent!')
  expect(server.sent('POST', '/api/auth/magic-link')[0]?.body).toEqual({
    email: 'margaret@example.org',
  })
  await screen.findByText('Email sent!')
  expect(screen.queryByText('Magic link sent!')).toBe(null)
  expect(field('Email').value).toBe('margaret@example.org')
})

test('the second notification about the mail does not replace that of the sign-in', async () => {
  fakeServer({
    ...emptyFeed,
    'POST /api/auth/magic-link': () => ({ status: 202, body: { sent: true } }),
    'POST /api/auth/verify-code': () => ({ body: { user } }),
  })
  visit()
  await openTabs()
  type('Email', user.email)
  fireEvent.click(button('Send Auth Email'))
  await screen.findByText('Magic link sent!')
  vi.useFakeTimers()
  type('6-digit code', '123456')
  fireEvent.click(button('Sign In'))
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(screen.getByText('Welcome!')).toBeTruthy()
  expect(screen.queryByText('Email sent!')).toBe(null)
})

test('a failure to send the mail shows the server’s message', async () => {
  fakeServer({ ...emptyFeed, 'POST /api/auth/magic-link': () => ({ status: 500 }) })
  visit()
  await openTabs()
  type('Email', 'margaret@example.org')
  fireEvent.click(button('Send Auth Email'))
  expect((await screen.findAllByText('Failed to send magic link')).length).toBeGreaterThan(0)
})

test('six digits sign in: the dialog closes and the page shows the user', async () => {
  fakeServer({ ...emptyFeed, 'POST /api/auth/verify-code': () => ({ body: { user } }) })
  visit()
  await openCodeTab()
  type('Email', user.email)
  type('6-digit code', '12345')
  expect(button('Sign In').disabled).toBe(true)
  type('6-digit code', '123 456')
  fireEvent.click(button('Sign In'))
  await screen.findByText('Welcome!')
  expect(screen.getByText(`Signed in as ${user.email}`)).toBeTruthy()
  expect(screen.queryByText('Join the community to submit and vote on boycotts')).toBe(null)
  expect(screen.getByText('margaret.hale')).toBeTruthy()
})

test('a wrong code shows an error and can be corrected', async () => {
  fakeServer({
    ...emptyFeed,
    'POST /api/auth/verify-code': () =>
      refusal(400, 'invalid_code', 'Please check your code and try again.'),
  })
  visit()
  await openCodeTab()
  type('Email', user.email)
  type('6-digit code', '123456')
  fireEvent.click(button('Sign In'))
  await screen.findByText('Invalid code')
  expect(field('6-digit code').value).toBe('123456')
})

test('Back clears the address', async () => {
  fakeServer(emptyFeed)
  visit()
  await openTabs()
  type('Email', 'margaret@example.org')
  fireEvent.click(button('Back'))
  fireEvent.click(button('Sign in with Email'))
  expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('')
})

const restricted = {
  body: {
    geolocation: { isAllowed: false, jurisdiction: 'fr', country: 'FR' },
    config: { allowedJurisdictions: ['us', 'nz'] },
  },
}

test('where signing in is restricted, a dialog explains it', async () => {
  fakeServer({ ...emptyFeed, 'GET /api/auth/geolocation': () => restricted })
  const { client } = visit()
  await openDialog()
  await waitFor(() => expect(client.getQueryData(['api', 'auth', 'geolocation'])).toBeTruthy())
  fireEvent.click(button('Sign in with Email'))
  await screen.findByText('Access Restricted')
  for (const text of ['FR', 'France', 'United States', 'NZ']) {
    expect(screen.getByText(text)).toBeTruthy()
  }
  fireEvent.click(button('Continue Browsing'))
  expect(screen.queryByText('Access Restricted')).toBe(null)
})

test('the dialog about the restriction opens too when the country becomes known after the choice', async () => {
  const located = Promise.withResolvers<typeof restricted>()
  fakeServer({ ...emptyFeed, 'GET /api/auth/geolocation': () => located.promise })
  visit()
  await openTabs()
  located.resolve(restricted)
  await screen.findByText('Access Restricted')
  expect(screen.queryByRole('tab', { name: 'Magic Link' })).toBe(null)
})

test('logging out shows a notification and removes the user', async () => {
  fakeServer({ ...emptyFeed, 'POST /api/auth/logout': () => ({ status: 204 }) })
  visit({ isSignedIn: true })
  fireEvent.click(await screen.findByRole('button', { name: 'Log out' }))
  await screen.findByText('Logged out')
  expect(screen.getByText('You have been successfully logged out.')).toBeTruthy()
  expect(screen.queryByText('margaret.hale')).toBe(null)
})

test('the token leaves the address bar before it is used', () => {
  const replaceState = vi.fn()
  const at = (pathname: string, search: string) =>
    takeLinkToken({ pathname, search } as Location, { replaceState } as unknown as History)
  expect(at('/auth/callback', '?token=abc')).toBe('abc')
  expect(replaceState).toHaveBeenCalledWith(null, '', '/auth/callback')
  expect(at('/auth/callback', '')).toBeUndefined()
  expect(at('/', '?token=abc')).toBeUndefined()
})
