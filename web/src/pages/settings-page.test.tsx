import type { OwnAccount } from '@answerable/contracts/own-account'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, leave, refusal, user, visit } from '../testing/site.tsx'

const sessions: OwnAccount['sessions'] = [
  {
    id: '0199c0de-0000-4000-8000-000000000001',
    device: 'Safari on iPhone',
    country: 'CH',
    createdAt: '2026-11-03T10:00:00.000Z',
    lastSeenAt: '2026-11-04T10:00:00.000Z',
    current: false,
  },
  {
    id: '0199c0de-0000-4000-8000-000000000002',
    device: 'Firefox on Linux',
    country: null,
    createdAt: '2026-11-01T10:00:00.000Z',
    lastSeenAt: '2026-11-04T10:00:00.000Z',
    current: true,
  },
]

let account: OwnAccount
beforeEach(() => {
  account = { user, joinedAt: '2026-02-01T10:00:00.000Z', suspended: false, sessions }
})
afterEach(leave)

const open = (handlers: Parameters<typeof fakeServer>[0] = {}) => {
  const server = fakeServer({ 'GET /api/account': () => ({ body: account }), ...handlers })
  visit({ path: '/settings', isSignedIn: true })
  return server
}

test('visitors are asked to log in, and nothing is fetched', async () => {
  const server = fakeServer()
  visit({ path: '/settings' })
  await screen.findByRole('heading', { name: 'Settings' })
  expect(within(screen.getByRole('main')).getByRole('button', { name: 'Log in' })).toBeTruthy()
  expect(server.sent('GET', '/api/account')).toEqual([])
})

test('a failed fetch of the account shows a message and can be retried', async () => {
  let routes = 0
  open({
    'GET /api/account': () => {
      routes += 1
      return routes === 1 ? refusal(503, 'unavailable', 'Not right now.') : { body: account }
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByRole('heading', { name: 'Where you are signed in' })
})

test('a username is changed, and shown at once', async () => {
  const server = open({
    'POST /api/account/username': ({ body }) => ({
      body: { user: { ...user, ...(body as object) } },
    }),
  })
  const field = await screen.findByLabelText('Username')
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
  expect(save.disabled).toBe(true)
  fireEvent.change(field, { target: { value: ' bold-otter ' } })
  fireEvent.click(save)
  await screen.findByText('Your username is now bold-otter.')
  expect(server.sent('POST', '/api/account/username')[0]?.body).toEqual({ username: 'bold-otter' })
  await waitFor(() => expect(save.disabled).toBe(true))
})

test('an invalid or taken username shows an error at the field', async () => {
  const server = open({
    'POST /api/account/username': () => refusal(409, 'username_taken', 'This username is taken.'),
  })
  const field = await screen.findByLabelText('Username')
  const save = screen.getByRole('button', { name: 'Save' })
  fireEvent.change(field, { target: { value: 'a b' } })
  fireEvent.click(save)
  await screen.findByText(/Start with a letter/)
  expect(server.sent('POST', '/api/account/username')).toEqual([])
  fireEvent.change(field, { target: { value: 'taken' } })
  fireEvent.click(save)
  await screen.findByText('This username is taken.')
  expect(field.getAttribute('aria-invalid')).toBe('true')
})

test('sessions show device and country, this one first, and another can be signed out', async () => {
  const server = open({
    'POST /api/account/sessions/0199c0de-0000-4000-8000-000000000001/end': () => {
      account = { ...account, sessions: sessions.slice(1) }
      return { status: 204 }
    },
  })
  await screen.findByText('This browser')
  const rows = within(screen.getByRole('region', { name: 'Where you are signed in' }))
  expect(rows.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    expect.stringContaining('Firefox on LinuxThis browser'),
    expect.stringContaining('Safari on iPhoneSwitzerland'),
  ])
  fireEvent.click(rows.getByRole('button', { name: 'Sign out Safari on iPhone, Switzerland' }))
  await screen.findByText('You are not signed in anywhere else.')
  expect(document.activeElement?.textContent).toBe('Where you are signed in')
  expect(server.sent('GET', '/api/account')).toHaveLength(2)
})

test('all other sessions are signed out together', async () => {
  open({
    'POST /api/account/sessions/end-others': () => {
      account = { ...account, sessions: sessions.slice(1) }
      return { body: { ended: 1 } }
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Sign out all other browsers' }))
  await screen.findByText('1 other browser signed out.')
})

const notice = {
  kind: 'mention',
  submissionId: 'aaaaaaaa',
  commentId: null,
  outcome: null,
  reasonCode: null,
  read: false,
  createdAt: '2026-11-01T08:00:00.000Z',
}

test('all data is downloaded in one file with the date in its name', async () => {
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob)
    return 'blob:x'
  })
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download)
  })
  const vote = (submissionId: string) => ({
    submissionId,
    value: 1,
    createdAt: '2026-11-01T10:00:00.000Z',
  })
  const none = {
    submissions: [],
    comments: [],
    votes: [],
    participations: [],
    flags: [],
    suggestions: [],
    updates: [],
    mutes: [],
    responses: [],
    alternatives: [],
    alternativeMarks: [],
    submissionVersions: [],
    sourceDetails: [],
    sourceVersions: [],
    commentVersions: [],
    marks: [],
    next: null,
  }
  open({
    'GET /api/account/export': () => ({ body: { account: user, sessions } }),
    'GET /api/account/contributions': () => ({ body: none }),
    'GET /api/account/contributions?kind=votes': () => ({
      body: { ...none, votes: [vote('aaaaaaaa')], next: 'aaaaaaaa' },
    }),
    'GET /api/account/contributions?kind=votes&after=aaaaaaaa': () => ({
      body: { ...none, votes: [vote('bbbbbbbb')] },
    }),
    'GET /api/account/decisions': () => ({
      body: { decisions: [], appeals: [], claims: [], next: null },
    }),
    'GET /api/account/notifications': () => ({
      body: {
        follows: [],
        followsAutomatically: true,
        followsWhenJoining: true,
        notices: [],
        next: '7',
      },
    }),
    'GET /api/account/notifications?after=7': () => ({
      body: {
        follows: [],
        followsAutomatically: true,
        followsWhenJoining: true,
        notices: [notice],
        next: null,
      },
    }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Download my data' }))
  await screen.findByText('Your data has been downloaded')
  expect(names).toEqual([expect.stringMatching(/^my-answerable-data-\d{4}-\d\d-\d\d\.json$/)])
  const data = JSON.parse((await files[0]?.text()) ?? '')
  expect(data).toMatchObject({ account: user, submissions: [], comments: [], flags: [] })
  expect(data.notices).toEqual([notice])
  expect(data.votes.map((one: { submissionId: string }) => one.submissionId)).toEqual([
    'aaaaaaaa',
    'bbbbbbbb',
  ])
  vi.restoreAllMocks()
})

test('deleting an account requires a code and the username', async () => {
  const server = open({
    'POST /api/account/deletion-code': () => ({ status: 202, body: { sent: true } }),
    'POST /api/account/deletion': ({ body }) =>
      (body as { code: string }).code === '123456'
        ? { status: 204 }
        : refusal(400, 'invalid_code', 'Please check your code and try again.'),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Delete my account' }))
  fireEvent.click(screen.getByRole('button', { name: 'Send me a code' }))
  const code = await screen.findByLabelText('6-digit code')
  const confirm = screen.getByRole<HTMLButtonElement>('button', { name: 'Delete permanently' })
  fireEvent.change(code, { target: { value: '654321' } })
  expect(confirm.disabled).toBe(true)
  fireEvent.change(screen.getByLabelText('Your username'), { target: { value: user.username } })
  expect(confirm.disabled).toBe(false)
  fireEvent.click(confirm)
  await screen.findByText('Please check your code and try again.')
  fireEvent.change(code, { target: { value: '123456' } })
  fireEvent.click(confirm)
  await screen.findByText('Account deleted')
  expect(server.sent('POST', '/api/account/deletion').at(-1)?.body).toEqual({
    username: user.username,
    code: '123456',
  })
  expect(screen.getAllByRole('button', { name: 'Log in' }).length).toBeGreaterThan(0)
})

test('the last administrator sees why the account cannot be deleted', async () => {
  open({
    'POST /api/account/deletion-code': () =>
      refusal(409, 'last_admin', 'You are the only administrator.'),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Delete my account' }))
  fireEvent.click(screen.getByRole('button', { name: 'Send me a code' }))
  await screen.findByText('You are the only administrator.')
})

test('a suspended account sees a notice, and can do everything but change its name', async () => {
  account = { ...account, suspended: true }
  open()
  await screen.findByText('Your account is suspended. You can read but not post.')
  expect(screen.queryByLabelText('Username')).toBeNull()
  expect(screen.getByRole('button', { name: 'Download my data' })).toBeTruthy()
  expect(screen.getByText(/Your mailbox stays suspended/)).toBeTruthy()
})
