import type { Webhook } from '@answerable/contracts/webhooks'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { admin } from '../../testing/reviews.ts'
import { fakeServer, leave, refusal, visit } from '../../testing/site.tsx'

afterEach(leave)

const webhook: Webhook = {
  id: '7f0c2f5e-0a3b-4a94-9a3e-0a6f0b7f1c11',
  address: 'https://receiver.example/hook?token=hidden',
  description: '',
  events: ['boycott.created'],
  state: 'active',
  disabledReason: null,
  disabledAt: null,
  failingSince: null,
  formerSecretUntil: null,
  createdAt: '2026-11-01T10:00:00.000Z',
}
const path = `/api/admin/webhooks/${webhook.id}`

type Handlers = NonNullable<Parameters<typeof fakeServer>[0]>

const open = (
  { webhooks = [webhook], canDeliver = true }: { webhooks?: Webhook[]; canDeliver?: boolean },
  handlers: Handlers = {},
) => {
  const server = fakeServer({
    'GET /api/auth/me': () => ({ body: { user: admin } }),
    'GET /api/admin/webhooks': () => ({ body: { canDeliver, webhooks } }),
    ...handlers,
  })
  visit({ path: '/admin/webhooks', isSignedIn: true })
  return server
}

test('a webhook needs an address and an event; the answer of the server is shown at its field', async () => {
  const server = open(
    { webhooks: [] },
    {
      'POST /api/admin/webhooks': () => ({
        status: 400,
        body: {
          error: {
            code: 'invalid_request',
            message: 'Please check what you entered and try again.',
            requestId: 'r',
            fields: { address: 'The address must be https.' },
          },
        },
      }),
    },
  )
  await screen.findByText('No webhooks yet.')
  fireEvent.click(screen.getByRole('button', { name: 'Add webhook' }))
  await screen.findByText('This field is required.')
  screen.getByText('Choose at least one event.')
  expect(document.activeElement).toBe(screen.getByLabelText('Address'))
  fireEvent.change(screen.getByLabelText('Address'), { target: { value: 'http://a.example/' } })
  fireEvent.click(screen.getByRole('checkbox', { name: /^A boycott is proposed/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Add webhook' }))
  await screen.findByText('The address must be https.')
  expect(server.sent('POST', '/api/admin/webhooks').map(({ body }) => body)).toEqual([
    { address: 'http://a.example/', description: '', events: ['boycott.created'] },
  ])
})

test('a disabled webhook says why, and a delivery what the receiver responded', async () => {
  const disabled: Webhook = {
    ...webhook,
    state: 'disabled',
    disabledReason: 'failing',
    disabledAt: '2026-11-02T10:00:00.000Z',
  }
  const delivery = {
    id: crypto.randomUUID(),
    event: 'boycott.created',
    createdAt: '2026-11-01T11:00:00.000Z',
    state: 'failed',
    attempts: 11,
    lastAttemptAt: '2026-11-02T10:00:00.000Z',
    status: null,
    failure: 'no-connection',
    milliseconds: 12,
    nextAttemptAt: null,
  }
  open(
    { webhooks: [disabled] },
    {
      [`GET ${path}/deliveries`]: () => ({ body: [delivery], headers: { 'x-total-count': '1' } }),
    },
  )
  await screen.findByText(/no delivery has succeeded for a day/)
  screen.getByRole('button', { name: 'Resume receiver.example' })
  fireEvent.click(screen.getByRole('button', { name: 'Deliveries of receiver.example' }))
  const log = within(await screen.findByRole('list', { name: 'Deliveries' }))
  log.getByText('Failed')
  log.getByText('11 attempts')
  log.getByText('The server does not accept connections. (12 ms)')
  // It can be sent again once the webhook is active.
  expect(log.queryByRole('button')).toBe(null)
})

test('a failed test says so', async () => {
  open(
    {},
    {
      [`POST ${path}/test`]: () => ({
        body: { status: 503, failure: null, milliseconds: 1_234, text: '<b>Down</b>' },
      }),
    },
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Send a test to receiver.example' }))
  const status = await screen.findByText(/The test failed\./)
  expect(status.textContent).toBe('The test failed. Status 503 (1,234 ms)')
  screen.getByText('<b>Down</b>')
})

test('a deletion asks first, and an error is shown', async () => {
  const server = open(
    {},
    { [`DELETE ${path}`]: () => refusal(503, 'unavailable', 'Please try again in a moment.') },
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Delete receiver.example' }))
  const cancel = screen.getByRole('button', { name: 'Cancel' })
  expect(document.activeElement).toBe(cancel)
  expect(server.sent('DELETE', path)).toEqual([])
  const [, confirm] = screen.getAllByRole('button', { name: 'Delete receiver.example' })
  if (confirm !== undefined) fireEvent.click(confirm)
  await screen.findByText('Please try again in a moment.')
})

test('without connections to other servers the page says that nothing is sent', async () => {
  open({ canDeliver: false })
  await screen.findByText(/Nothing is sent\./)
  expect(screen.queryByRole('button', { name: 'Add webhook' })).toBe(null)
  expect(screen.queryByRole('button', { name: /^Send a test/ })).toBe(null)
})

test('a failed fetch can be repeated', async () => {
  let isUp = false
  open(
    {},
    {
      'GET /api/admin/webhooks': () =>
        isUp
          ? { body: { canDeliver: true, webhooks: [webhook] } }
          : refusal(503, 'unavailable', 'Please try again in a moment.'),
    },
  )
  const retry = await screen.findByRole('button', { name: 'Try again' })
  isUp = true
  fireEvent.click(retry)
  await waitFor(() => expect(screen.getByText('receiver.example')).toBeTruthy())
})
