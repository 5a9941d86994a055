import type { OwnBoycott } from '@answerable/contracts/participation'
import { sessionHintCookie } from '@answerable/contracts/sign-in'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { queryKeys } from '../api/query-keys.ts'
import { fakeServer, leave, refusal, user, visit } from '../testing/site.tsx'
import { aSubmission } from '../testing/submissions.ts'

afterEach(leave)

const other = {
  id: '7f0c2f5e-0a3b-4a94-9a3e-0a6f0b7f1c12',
  email: 'john.thornton@example.org',
  username: 'steady-oak',
  isAdmin: false,
}
const path = '/my-boycotts'
const header = () => within(screen.getByRole('banner'))
const noConnection = () => Promise.reject(new TypeError('Failed to fetch'))

const joined = (targetName: string): OwnBoycott => ({
  submission: aSubmission({ targetName, ownParticipation: true, participantCount: 1 }),
  joinedAt: '2026-11-01T10:00:00.000Z',
  aliases: [],
  owned: [],
})

/** A browser with the session of one member, of another, or with a session that has ended. */
const openAs = (first: typeof user) => {
  const session: { user: typeof user | null; isKnown: Promise<void> } = {
    user: first,
    isKnown: Promise.resolve(),
  }
  const signedOut = () => refusal(401, 'signed_out', 'Please sign in and try again.')
  fakeServer({
    'GET /api/auth/me': async () => {
      await session.isKnown
      return session.user ? { body: { user: session.user } } : signedOut()
    },
    'GET /api/account/boycotts': () =>
      session.user ? { body: [joined(`On the list of ${session.user.username}`)] } : signedOut(),
  })
  return { session, ...visit({ path, isSignedIn: true }) }
}

const first = 'On the list of quiet-heron'
const second = 'On the list of steady-oak'

/** What another tab sends after a sign-in or a sign-out. */
const announce = (member: typeof user | null) => {
  const channel = new BroadcastChannel('current-user')
  channel.postMessage(member)
  channel.close()
}

const returnToTab = () => act(() => void dispatchEvent(new Event('visibilitychange')))

test('a sign-out in another tab hides the list, and the next sign-in there shows the list of that member', async () => {
  const { session } = openAs(user)
  await screen.findByText(first)
  session.user = null
  announce(null)
  await within(screen.getByRole('main')).findByRole('button', { name: 'Log in' })
  expect(screen.queryByText(first)).toBe(null)
  session.user = other
  announce(other)
  await screen.findByText(second)
  expect(screen.queryByText(first)).toBe(null)
  expect(header().getByRole('button', { name: /john\.thornton/ })).toBeTruthy()
})

test('a list that belongs to another member by now is not shown as that of the first', async () => {
  const { session, client } = openAs(user)
  await screen.findByText(first)
  session.user = other
  returnToTab()
  await screen.findByText(second)
  expect(screen.queryByText(first)).toBe(null)
  const lists = client.getQueriesData<{ boycotts: OwnBoycott[] }>({
    queryKey: queryKeys.ownBoycotts,
  })
  expect(
    lists.map(([key, list]) => [key.at(-1), list?.boycotts[0]?.submission.targetName]),
  ).toEqual(
    expect.arrayContaining([
      [user.id, first],
      [other.id, second],
    ]),
  )
})

test('a session that has ended hides the list on the return to its tab', async () => {
  const { session } = openAs(user)
  await screen.findByText(first)
  session.user = null
  returnToTab()
  await within(screen.getByRole('main')).findByRole('button', { name: 'Log in' })
  expect(screen.queryByText(first)).toBe(null)
  expect(document.cookie).not.toContain(sessionHintCookie)
})

test('a page that the browser has kept asks again who is signed in, and shows nothing until then', async () => {
  const { session } = openAs(user)
  await screen.findByText(first)
  const known = Promise.withResolvers<void>()
  Object.assign(session, { user: other, isKnown: known.promise })
  act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
  await waitFor(() => expect(screen.queryByText(first)).toBe(null))
  known.resolve()
  await screen.findByText(second)
})

test.each([
  ['while it loads', () => new Promise<never>(() => {}), /^Loading your boycotts$/],
  ['without boycotts', () => ({ body: [] }), /^You have not joined a boycott yet/],
  ['after an error', () => refusal(500, 'internal_error', 'Something broke.'), /^Failed to fetch/],
  ['without a connection', noConnection, /^Failed to fetch/],
] as const)('the page has its heading %s', async (_, answer, text) => {
  fakeServer({
    'GET /api/auth/me': () => ({ body: { user } }),
    'GET /api/account/boycotts': answer,
  })
  visit({ path, isSignedIn: true })
  const main = within(screen.getByRole('main'))
  await main.findByRole('heading', { level: 1, name: 'My boycotts' })
  await main.findByText(text)
  expect(main.getByRole('heading', { level: 1 }).textContent).toBe('My boycotts')
})

test('the page has its heading if the session is unknown', async () => {
  fakeServer({ 'GET /api/auth/me': noConnection })
  visit({ path, isSignedIn: true })
  const main = within(screen.getByRole('main'))
  await main.findByRole('button', { name: 'Try again' })
  expect(main.getByRole('heading', { level: 1 }).textContent).toBe('My boycotts')
})

test('without a connection the header does not offer to log in; without a session it does', async () => {
  fakeServer({ 'GET /api/auth/me': noConnection, 'GET /api/account/boycotts': noConnection })
  visit({ path, isSignedIn: true })
  expect(await header().findByText('Signed in')).toBeTruthy()
  expect(header().queryByRole('button', { name: 'Log in' })).toBe(null)
  leave()
  fakeServer({ 'GET /api/auth/me': noConnection })
  visit({ path })
  expect(header().getByRole('button', { name: 'Log in' })).toBeTruthy()
})
