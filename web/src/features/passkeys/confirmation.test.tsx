import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { admin } from '../../testing/reviews.ts'
import { fakeServer, leave, refusal, user, visit } from '../../testing/site.tsx'

const member = {
  id: user.id,
  username: 'loud-heron',
  role: 'member',
  suspended: false,
  joinedAt: '2026-02-01T10:00:00.000Z',
  submissionCount: 0,
  commentCount: 0,
  voteCount: 0,
  flagCount: 0,
}
const path = `/api/admin/users/${member.id}/suspend`
const unconfirmed = () => refusal(403, 'confirmation_needed', 'Confirm this with a passkey.')

afterEach(() => {
  leave()
  Reflect.deleteProperty(navigator, 'credentials')
})

const suspend = async (handlers: Parameters<typeof fakeServer>[0] = {}) => {
  const server = fakeServer({
    'GET /api/auth/me': () => ({ body: { user: admin } }),
    'GET /api/admin/users': () => ({ body: [member], headers: { 'x-total-count': '1' } }),
    [`POST ${path}`]: unconfirmed,
    ...handlers,
  })
  visit({ path: '/admin?tab=users', isSignedIn: true })
  fireEvent.click(await screen.findByRole('button', { name: 'Suspend loud-heron' }))
  const decision = within(await screen.findByRole('dialog', { name: 'Suspend account' }))
  fireEvent.change(decision.getByRole('textbox'), { target: { value: 'Threatens people.' } })
  fireEvent.click(decision.getByRole('button', { name: 'Suspend' }))
  return { server, decision }
}

const confirmation = async () =>
  within(await screen.findByRole('dialog', { name: 'Confirm with a passkey' }))

test('without support for passkeys, the dialog says so and the typed text stays', async () => {
  const { server, decision } = await suspend()
  const asked = await confirmation()
  expect(asked.getByRole('alert').textContent).toBe(
    'This browser does not support passkeys. Please use another browser.',
  )
  expect(asked.queryByRole('button', { name: 'Use passkey' })).toBe(null)
  fireEvent.click(asked.getByRole('button', { name: 'Cancel' }))
  await decision.findByText('Confirm this with a passkey.')
  expect(decision.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Threatens people.')
  expect(server.sent('POST', path)).toHaveLength(1)
})

test('a visitor signs in again, then is asked for the passkey', async () => {
  let isSignedIn = false
  await suspend({
    [`POST ${path}`]: () =>
      isSignedIn ? unconfirmed() : refusal(401, 'signed_out', 'Please sign in and try again.'),
    'POST /api/auth/verify-code': () => {
      isSignedIn = true
      return { body: { user: admin } }
    },
  })
  await screen.findByText(/Your session has expired/)
  fireEvent.click(screen.getByRole('button', { name: 'Sign in with Email' }))
  fireEvent.mouseDown(await screen.findByRole('tab', { name: 'Code' }), { button: 0 })
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: admin.email } })
  fireEvent.change(await screen.findByLabelText('6-digit code'), { target: { value: '123456' } })
  fireEvent.click(screen.getByRole('button', { name: 'Sign In' }))
  await confirmation()
})

/** A browser that supports passkeys, with one that gives this response. */
const supportPasskeys = (get: () => Promise<unknown>) => {
  vi.stubGlobal('PublicKeyCredential', class {})
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } })
}

const options = {
  challenge: 'Y2hhbGxlbmdl',
  rpId: 'localhost',
  timeout: 300_000,
  userVerification: 'required',
  allowCredentials: [{ id: 'aWQ', type: 'public-key', transports: ['internal'] }],
}

test('a confirmed decision is repeated with the same text and key', async () => {
  const bytes = new Uint8Array([1, 2, 3]).buffer
  supportPasskeys(async () => ({
    id: 'aWQ',
    rawId: bytes,
    type: 'public-key',
    response: { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes },
    getClientExtensionResults: () => ({}),
  }))
  let isConfirmed = false
  const { server } = await suspend({
    'POST /api/account/confirmation/options': () => ({ body: options }),
    'POST /api/account/confirmation': () => {
      isConfirmed = true
      return { body: { confirmedUntil: '2026-11-04T10:00:00.000Z' } }
    },
    [`POST ${path}`]: () =>
      isConfirmed
        ? { body: { decisionId: crypto.randomUUID(), account: { ...member, suspended: true } } }
        : unconfirmed(),
  })
  fireEvent.click((await confirmation()).getByRole('button', { name: 'Use passkey' }))
  await screen.findByText('Account suspended')
  const [first, second] = server.sent('POST', path)
  expect(second?.body).toEqual({ note: 'Threatens people.' })
  expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'))
})

test.each([
  ['NotAllowedError', 'The request was cancelled or timed out. Please try again.'],
  ['SecurityError', 'Passkeys do not work at this address. Open the site at its usual address.'],
])('a passkey that fails with %s can be tried again', async (name, words) => {
  supportPasskeys(async () => {
    throw new DOMException('no', name)
  })
  await suspend({ 'POST /api/account/confirmation/options': () => ({ body: options }) })
  const asked = await confirmation()
  fireEvent.click(asked.getByRole('button', { name: 'Use passkey' }))
  await waitFor(() => expect(asked.getByRole('alert').textContent).toBe(words))
  expect(asked.getByRole<HTMLButtonElement>('button', { name: 'Use passkey' }).disabled).toBe(false)
})

test('an administrator without a passkey is led to the settings in another tab', async () => {
  supportPasskeys(async () => null)
  await suspend({
    'POST /api/account/confirmation/options': () =>
      refusal(409, 'no_passkey', 'You have no passkey yet. Add one in your settings first.'),
  })
  const asked = await confirmation()
  fireEvent.click(asked.getByRole('button', { name: 'Use passkey' }))
  const link = await asked.findByRole('link', { name: 'Open the settings in a new tab' })
  expect(link.getAttribute('href')).toBe('/settings#passkeys')
  expect(link.getAttribute('target')).toBe('_blank')
})
