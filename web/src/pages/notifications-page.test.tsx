import type { Notice } from '@answerable/contracts/notifications'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { receiveUnread } from '../features/notifications/unread.ts'
import { fakeServer, leave, refusal, user, visit } from '../testing/site.tsx'

afterEach(leave)

const notice = (id: number, given: Partial<Notice> = {}): Notice => ({
  id,
  kind: 'reply',
  createdAt: '2026-11-22T10:00:00.000Z',
  unread: true,
  submission: { id: 'a1B2c3D4', targetName: 'Acme' },
  submissionId: 'a1B2c3D4',
  comment: {
    id: '0199c0de-0000-4000-8000-000000000001',
    excerpt: `Text ${id}`,
    author: { username: 'keen-elm' },
  },
  follow: null,
  business: null,
  outcome: null,
  reasonCode: null,
  milestone: null,
  ...given,
})

const open = (rows: Notice[], handlers: Parameters<typeof fakeServer>[0] = {}) => {
  const list = { rows }
  const server = fakeServer({
    'GET /api/notifications': () => ({
      body: list.rows,
      headers: {
        'x-total-count': String(list.rows.length),
        'x-unread-count': String(list.rows.filter(({ unread }) => unread).length),
      },
    }),
    'POST /api/notifications/read': () => ({ status: 204 }),
    ...handlers,
  })
  return { server, list, ...visit({ path: '/notifications', isSignedIn: true }) }
}

const bell = () => within(screen.getByRole('banner')).getByRole('link', { name: /^Notifications/ })

test('visitors are asked to log in, and nothing is fetched', async () => {
  const server = fakeServer()
  visit({ path: '/notifications' })
  await screen.findByRole('heading', { name: 'Notifications' })
  expect(within(screen.getByRole('main')).getByRole('button', { name: 'Log in' })).toBeTruthy()
  expect(server.sent('GET', '/api/notifications')).toEqual([])
})

test('a failed fetch shows a message and can be retried; an empty list explains itself', async () => {
  let reads = 0
  open([], {
    'GET /api/notifications': () => {
      reads += 1
      return reads === 1 ? refusal(503, 'unavailable', 'Not right now.') : { body: [] }
    },
  })
  await screen.findByText('Not right now.')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('No notifications yet.')
})

test('reading one notice lowers the number at once, and a failure restores it', async () => {
  let isRefused = false
  const { server } = open([notice(2), notice(1)], {
    'POST /api/notifications/read': () =>
      isRefused ? refusal(503, 'unavailable', 'Not right now.') : { status: 204 },
  })
  const items = () => within(screen.getByRole('region', { name: /Today|Earlier|Yesterday/ }))
  await waitFor(() => expect(bell().textContent).toContain('2 unread'))
  fireEvent.click(items().getAllByRole('button', { name: 'Mark as read' })[1] as Element)
  await waitFor(() => expect(bell().textContent).toContain('1 unread'))
  expect(server.sent('POST', '/api/notifications/read').map(({ body }) => body)).toEqual([
    { upTo: 1, only: [1] },
  ])
  isRefused = true
  fireEvent.click(screen.getByRole('button', { name: 'Mark all as read' }))
  await screen.findByText('Not right now.')
  await waitFor(() => expect(bell().textContent).toContain('2 unread'))
})

test('a notice leads to its comment, and its reply to the form', async () => {
  open([notice(1)])
  const place = '/boycott/a1B2c3D4#comment-0199c0de-0000-4000-8000-000000000001'
  const link = await screen.findByRole('link', { name: /keen-elm replied to your comment on Acme/ })
  expect(link.getAttribute('href')).toBe(place)
  expect(screen.getByRole('link', { name: 'Reply' }).getAttribute('href')).toBe(
    place.replace('#', '?reply=0199c0de-0000-4000-8000-000000000001#'),
  )
})

test('a number from the live connection fetches the list again only if it differs', async () => {
  const { server, list, client } = open([notice(1)])
  await screen.findByText('Text 1')
  receiveUnread(client, 1)
  list.rows = [notice(2), notice(1)]
  receiveUnread(client, 2)
  await screen.findByText('Text 2')
  expect(server.sent('GET', '/api/notifications')).toHaveLength(2)
})

test('the first page of a member without a time zone sends that of the browser, once', async () => {
  const known = { timeZone: null as string | null }
  const { server } = open([], {
    'GET /api/notifications/preferences': () => ({ body: known }),
    'PUT /api/notifications/preferences': ({ body }) => ({ body: Object.assign(known, body) }),
  })
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  await waitFor(() => expect(localStorage.getItem('answerable-time-zone')).toBe(user.id))
  expect(server.sent('PUT', '/api/notifications/preferences').map(({ body }) => body)).toEqual([
    { timeZone },
  ])
  cleanup()
  const next = visit({ path: '/about', isSignedIn: true })
  receiveUnread(next.client, 1)
  await waitFor(() => expect(bell().textContent).toContain('1 unread'))
  expect(server.sent('GET', '/api/notifications/preferences')).toHaveLength(1)
})

test('a group of notices is marked as read with one call', async () => {
  const about = { kind: 'comment' } as const
  const { server } = open([notice(3, about), notice(2, about), notice(1)])
  const link = await screen.findByRole('link', { name: /2 new comments on Acme/ })
  fireEvent.click(link)
  await waitFor(() =>
    expect(server.sent('POST', '/api/notifications/read').map(({ body }) => body)).toEqual([
      { upTo: 3, only: [3, 2] },
    ]),
  )
})

test('an accepted suggestion leads to the business, a declined one to the note in the settings', async () => {
  const about = {
    kind: 'decision',
    submission: null,
    submissionId: null,
    comment: null,
    business: { id: 'b1C2d3E4', slug: 'acme', name: 'Acme' },
  } as const
  open([notice(2, { ...about, outcome: 'accepted' }), notice(1, { ...about, outcome: 'declined' })])
  const placeOf = async (outcome: string) =>
    (
      await screen.findByRole('link', { name: new RegExp(`suggestion about Acme was ${outcome}`) })
    ).getAttribute('href')
  expect(await placeOf('accepted')).toBe('/businesses/acme')
  expect(await placeOf('declined')).toBe('/settings#suggestions')
})
