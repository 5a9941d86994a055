import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { openLink } from '../features/sign-in/open-link.ts'
import { fakeServer, leave, refusal, user, visit } from '../testing/site.tsx'

afterEach(leave)

const feed = { 'GET /api/boycotts': () => ({ body: [] }) }
const linkOf = (askedHere: boolean) => () => ({ body: { address: 'm•••@e•••.org', askedHere } })
const open = (token: string | undefined) =>
  act(async () => {
    visit({ path: '/auth/callback', openedLink: openLink(token) })
  })

test('in the browser that requested it, the link signs in at once and navigates home', async () => {
  const server = fakeServer({
    ...feed,
    'POST /api/auth/link': linkOf(true),
    'POST /api/auth/verify': () => ({ body: { user } }),
  })
  await open('good')
  await screen.findByText('Welcome!')
  await screen.findByText('No submissions found.')
  expect(server.sent('POST', '/api/auth/verify')).toHaveLength(1)
  expect(server.sent('POST', '/api/auth/verify')[0]?.body).toEqual({ token: 'good' })
  expect(screen.getByText('margaret.hale')).toBeTruthy()
})

test('while the link is verified the page shows it', async () => {
  fakeServer({
    ...feed,
    'POST /api/auth/link': linkOf(true),
    'POST /api/auth/verify': () => new Promise(() => {}),
  })
  await open('good')
  await screen.findByText('Verifying your login...')
})

test('in other browsers the page shows the link’s address, and does not use the link before a confirmation', async () => {
  const server = fakeServer({
    ...feed,
    'POST /api/auth/link': linkOf(false),
    'POST /api/auth/verify': () => ({ body: { user } }),
  })
  await open('good')
  await screen.findByText('m•••@e•••.org')
  const confirm = await screen.findByRole('button', { name: 'Confirm sign-in' })
  expect(server.sent('POST', '/api/auth/verify')).toHaveLength(0)
  fireEvent.click(confirm)
  await screen.findByText('Welcome!')
})

test('a used or expired link shows a message and navigates home', async () => {
  fakeServer({
    ...feed,
    'POST /api/auth/link': linkOf(true),
    'POST /api/auth/verify': () => refusal(400, 'invalid_link', 'The login link is used.'),
  })
  await open('old')
  await screen.findByText('Authentication failed')
  expect(screen.getByText('The login link is used.')).toBeTruthy()
  await screen.findByText('No submissions found.')
})

test('in other browsers a used or expired link is rejected before the confirmation', async () => {
  fakeServer({ ...feed, 'POST /api/auth/link': () => refusal(400, 'invalid_link', 'It is used.') })
  await open('old')
  await screen.findByText('Authentication failed')
  expect(screen.queryByRole('button', { name: 'Confirm sign-in' })).toBeNull()
})

test('an address without a token shows a message and navigates home', async () => {
  fakeServer(feed)
  await open(undefined)
  await screen.findByText('Invalid link')
  expect(screen.getByText('No authentication token found.')).toBeTruthy()
  await screen.findByText('No submissions found.')
})
