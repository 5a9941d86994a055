import type { HeldVotes } from '@answerable/contracts/held-votes'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { admin } from '../../testing/reviews.ts'
import { fakeServer, leave, refusal, visit } from '../../testing/site.tsx'
import { aSubmission, idOf } from '../../testing/submissions.ts'

afterEach(leave)

const id = idOf(1)
const entry: HeldVotes = {
  submission: {
    ...aSubmission({ id, targetName: 'Valley Timber', unusualActivity: true }),
    flagCount: 0,
    heldVotes: 12,
    heldParticipations: 0,
    mergedInto: null,
  },
  held: [
    {
      rule: 'network',
      count: 11,
      firstAt: '2026-11-02T10:00:00.000Z',
      lastAt: '2026-11-02T11:00:00.000Z',
    },
    {
      rule: 'mailbox',
      count: 1,
      firstAt: '2026-11-02T10:00:00.000Z',
      lastAt: '2026-11-02T10:00:00.000Z',
    },
  ],
  burst: null,
  participation: { held: [], burst: null },
}
const burstOnly: HeldVotes = {
  submission: {
    ...aSubmission({ id: idOf(2), targetName: 'Sunny Airlines', unusualActivity: true }),
    flagCount: 0,
    heldVotes: 0,
    heldParticipations: 0,
    mergedInto: null,
  },
  held: [],
  burst: { count: 4, firstAt: '2026-11-02T10:00:00.000Z', lastAt: '2026-11-02T11:00:00.000Z' },
  participation: { held: [], burst: null },
}

type Handlers = NonNullable<Parameters<typeof fakeServer>[0]>
const open = (handlers: Handlers = {}) => {
  const server = fakeServer({
    'GET /api/auth/me': () => ({ body: { user: admin } }),
    'GET /api/admin/held-votes': () => ({ body: [entry, burstOnly] }),
    ...handlers,
  })
  visit({ path: '/admin/votes', isSignedIn: true })
  return server
}
const item = async (target: string) => {
  const requests = (await screen.findByRole('link', { name: target })).closest('li')
  if (requests === null) throw new Error('It stands in no list.')
  return within(requests)
}

test('each submission shows its held votes by rule, with buttons to count or void them', async () => {
  open()
  const held = await item('Valley Timber')
  expect(held.getByRole('row', { name: /^Too many new accounts from one network in a day 11/ }))
  expect(held.getByRole('row', { name: /^Another account of the same mailbox 1/ }))
  expect(held.getByRole('button', { name: 'Count 12 votes: Valley Timber' })).toBeTruthy()
  expect(held.getByRole('button', { name: 'Void 12 votes: Valley Timber' })).toBeTruthy()
  const burst = await item('Sunny Airlines')
  expect(burst.getByRole('button', { name: 'Mark as reviewed: Sunny Airlines' })).toBeTruthy()
  expect(burst.queryByRole('button', { name: /^Void/ })).toBe(null)
})

test('voiding is confirmed with the number after the response, and sends reason, version, the latest shown time and a key', async () => {
  const server = open({
    [`POST /api/admin/submissions/${id}/void-votes`]: () => ({
      body: { decisionId: crypto.randomUUID(), submission: entry.submission, voteCount: 12 },
    }),
  })
  const held = await item('Valley Timber')
  fireEvent.change(held.getByLabelText('Reason (optional)'), {
    target: { value: 'vote-manipulation' },
  })
  fireEvent.click(held.getByRole('button', { name: 'Void 12 votes: Valley Timber' }))
  await screen.findByText('Votes voided')
  expect(screen.getByText('12 votes will never count.')).toBeTruthy()
  const [sent] = server.sent('POST', `/api/admin/submissions/${id}/void-votes`)
  expect(sent?.body).toEqual({
    reasonCode: 'vote-manipulation',
    expectedVersion: entry.submission.version,
    heldUntil: '2026-11-02T11:00:00.000Z',
  })
  expect(sent?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)
})

test('a decision by another administrator shows a message, and the list is refetched', async () => {
  const server = open({
    [`POST /api/admin/submissions/${id}/release-votes`]: () =>
      refusal(409, 'decision_conflict', 'An administrator already voided votes.'),
  })
  const held = await item('Valley Timber')
  fireEvent.click(held.getByRole('button', { name: 'Count 12 votes: Valley Timber' }))
  await screen.findByText('An administrator already voided votes.')
  await waitFor(() => expect(server.sent('GET', '/api/admin/held-votes').length).toBeGreaterThan(1))
})

test('an empty, loading or failed list shows a message', async () => {
  open({ 'GET /api/admin/held-votes': () => ({ body: [] }) })
  await screen.findByText('No votes are held.')
  leave()
  open({ 'GET /api/admin/held-votes': () => new Promise(() => {}) })
  await screen.findByText('Loading held votes')
  leave()
  open({ 'GET /api/admin/held-votes': () => ({ status: 503 }) })
  await screen.findByText('Failed to fetch held votes: Service Unavailable')
})

test('other users are denied, and nothing is requested', async () => {
  const server = fakeServer()
  visit({ path: '/admin/votes', isSignedIn: true })
  await screen.findByRole('heading', { name: 'Access Denied' })
  expect(server.requests.filter(({ path }) => path.startsWith('/api/admin'))).toEqual([])
})

test('held joins are listed with the votes, and one button settles both', async () => {
  const joins: HeldVotes = {
    ...entry,
    submission: { ...entry.submission, heldParticipations: 3 },
    participation: {
      held: [
        {
          rule: 'newborn',
          count: 3,
          firstAt: '2026-11-02T10:00:00.000Z',
          lastAt: '2026-11-02T12:00:00.000Z',
        },
      ],
      burst: null,
    },
  }
  open({ 'GET /api/admin/held-votes': () => ({ body: [joins] }) })
  await screen.findByText('Joins: Too many new accounts at once')
  expect(
    screen.getByRole('button', { name: 'Count 12 votes and 3 joins: Valley Timber' }),
  ).toBeTruthy()
  expect(
    screen.getByRole('button', { name: 'Void 12 votes and 3 joins: Valley Timber' }),
  ).toBeTruthy()
})
