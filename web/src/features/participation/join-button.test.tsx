import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, leave, visit } from '../../testing/site.tsx'
import { aSubmission } from '../../testing/submissions.ts'

afterEach(() => {
  vi.restoreAllMocks()
  leave()
})

const submission = aSubmission({ participantCount: 4, version: 5 })
const path = `/api/boycotts/${submission.id}`
const joinPath = `${path}/participation`
const noConnection = () => Promise.reject(new TypeError('Failed to fetch'))
const goes = (way: 'online' | 'offline') => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(way === 'online')
  act(() => void dispatchEvent(new Event(way)))
}
const joinButton = () => screen.findByRole('button', { name: /^Join boycott/ })
const joinedButton = () => screen.findByRole('button', { name: /^Joined/ })
const waits = /^You are offline\. Keep this page open: you join as soon as you are back online\.$/

const openOffline = async () => {
  const site = { isAway: false }
  const server = fakeServer({
    [`GET ${path}`]: () => ({ body: submission }),
    [`GET ${path}/comments`]: () => ({ body: [] }),
    [`POST ${joinPath}`]: () =>
      site.isAway
        ? noConnection()
        : { body: { ...submission, participantCount: 5, ownParticipation: true, version: 6 } },
  })
  visit({ path: `/boycott/${submission.id}`, isSignedIn: true })
  await joinButton()
  await screen.findByTitle(/^Account of/)
  site.isAway = true
  goes('offline')
  fireEvent.click(await joinButton())
  await screen.findByText(waits)
  await waitFor(() => expect(server.sent('POST', joinPath)).toHaveLength(1))
  return { site, server }
}

test('a join without a connection says that it waits, and is saved once there is one', async () => {
  const { site, server } = await openOffline()
  expect(await joinedButton()).toBeTruthy()
  site.isAway = false
  goes('online')
  await waitFor(() => expect(server.sent('POST', joinPath)).toHaveLength(2))
  await screen.findByRole('status', { name: 'Taking part: 5' })
  expect(screen.queryByText(waits)).toBe(null)
})

test('a join is sent again while the connection does not work yet after its return', async () => {
  const { site, server } = await openOffline()
  goes('online')
  await waitFor(() => expect(server.sent('POST', joinPath).length).toBeGreaterThan(2))
  expect(await joinedButton()).toBeTruthy()
  const sent = server.sent('POST', joinPath).length
  site.isAway = false
  await waitFor(() => expect(server.sent('POST', joinPath)).toHaveLength(sent + 1))
  await screen.findByRole('status', { name: 'Taking part: 5' })
  expect(screen.queryByText(/^Answerable cannot be reached/)).toBe(null)
})

test('a choice that waits can be taken back, and then sends nothing that joins', async () => {
  const { site, server } = await openOffline()
  fireEvent.click(await joinedButton())
  await joinButton()
  expect(screen.getByText(/you leave as soon as/)).toBeTruthy()
  site.isAway = false
  goes('online')
  await waitFor(() => expect(server.sent('DELETE', joinPath)).toHaveLength(1))
})

test('a choice that waits is not sent for another member', async () => {
  const { site, server } = await openOffline()
  const channel = new BroadcastChannel('current-user')
  channel.postMessage({
    id: crypto.randomUUID(),
    email: 'b@example.org',
    username: 'b',
    isAdmin: false,
  })
  channel.close()
  await screen.findByTitle('Account of b@example.org')
  site.isAway = false
  goes('online')
  await joinButton()
  expect(server.sent('POST', joinPath)).toHaveLength(1)
})

test('a site that does not respond leaves the choice as it was, and says so', async () => {
  fakeServer({
    [`GET ${path}`]: () => ({ body: submission }),
    [`GET ${path}/comments`]: () => ({ body: [] }),
    [`POST ${joinPath}`]: noConnection,
  })
  visit({ path: `/boycott/${submission.id}`, isSignedIn: true })
  fireEvent.click(await joinButton())
  await screen.findByText(/^Answerable cannot be reached\. Whether you take part has not changed/)
  expect(await joinButton()).toBeTruthy()
})
