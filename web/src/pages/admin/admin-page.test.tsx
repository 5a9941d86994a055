import type { ReviewedComment } from '@answerable/contracts/comment-decisions'
import type { ReviewedSubmission } from '@answerable/contracts/review'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { queryKeys } from '../../api/query-keys.ts'
import { aDecision, admin, aFlag, aReviewed } from '../../testing/reviews.ts'
import { fakeServer, leave, refusal, visit } from '../../testing/site.tsx'
import { idOf } from '../../testing/submissions.ts'

afterEach(leave)

type Handlers = NonNullable<Parameters<typeof fakeServer>[0]>

const first = aReviewed({
  id: idOf(1),
  targetName: 'Valley Timber',
  flagCount: 12,
  flags: [aFlag('Figures are made up.'), aFlag('The second source is gone.')],
  decisions: [aDecision({ kind: 'approve', reasonCode: 'no-violation', note: null })],
})
const second = aReviewed({ id: idOf(2), targetName: 'Sunny Airlines' })

const waiting = { waitingSince: '2026-11-02T10:00:00.000Z', openBy: [] as string[] }
const entriesOf = (submissions: readonly ReviewedSubmission[]) =>
  submissions.map((submission) => ({ kind: 'submission', ...waiting, submission }))

const routes: Handlers = {
  'GET /api/auth/me': () => ({ body: { user: admin } }),
  'GET /api/admin/stats': () => ({
    body: { totalSubmissions: 1_204, pendingReview: 3, totalUsers: 188, flaggedContent: 2 },
  }),
  'GET /api/admin/queue': () => ({
    body: entriesOf([first, second]),
    headers: { 'x-total-count': '2' },
  }),
}

const open = (handlers: Handlers = {}, path = '/admin') => {
  const server = fakeServer({ ...routes, ...handlers })
  const { client } = visit({ path, isSignedIn: true })
  return { server, client }
}
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const entryOf = async (target: string) => {
  const entry = (await screen.findByRole('link', { name: target })).closest('li')
  if (entry === null) throw new Error('It stands in no list.')
  return within(entry)
}

test.each([true, false])(
  'other users are denied, and nothing is requested (signed in: %s)',
  async (isSignedIn) => {
    const server = fakeServer()
    visit({ path: '/admin', isSignedIn })
    await screen.findByRole('heading', { name: 'Access Denied' })
    expect(screen.getByText("You don't have permission to access the admin panel.")).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Admin' })).toBe(null)
    expect(server.requests.filter(({ path }) => path.startsWith('/api/admin'))).toEqual([])
  },
)

test('an administrator sees four tiles, four tabs and the link in the header', async () => {
  open()
  await screen.findByRole('heading', { name: 'Admin Dashboard' })
  await screen.findByText('1,204')
  const tiles = ['Total Submissions', 'Pending Review', 'Total Users', 'Flagged Content']
  expect([...document.querySelectorAll('.tile dt')].map((one) => one.textContent)).toEqual(tiles)
  expect(screen.getAllByRole('tab').map((one) => one.textContent)).toEqual([
    'Flagged Content',
    'Super Boost',
    'User Management',
    'All Submissions',
  ])
  expect(screen.getByRole('tab', { name: 'Flagged Content' }).getAttribute('aria-selected')).toBe(
    'true',
  )
  expect(screen.getByRole('link', { name: 'Admin' }).getAttribute('href')).toBe('/admin')
})

test('an entry of the queue shows its flags, its history and the text as it was flagged', async () => {
  open()
  const entry = await entryOf('Valley Timber')
  for (const text of [
    '12',
    'Figures are made up.',
    'The second source is gone.',
    'The newest 2 are shown.',
    'The text as it was flagged.',
    'Approved',
  ]) {
    expect(entry.getByText(text)).toBeTruthy()
  }
  expect(entry.getByText('fleet-dingo')).toBeTruthy()
})

test('approving is confirmed after the response, and sends reason, note, version and a key', async () => {
  const response = Promise.withResolvers<void>()
  const { server } = open({
    [`POST /api/admin/submissions/${first.id}/approve`]: async () => {
      await response.promise
      return { body: { decisionId: crypto.randomUUID(), submission: first } }
    },
  })
  const entry = await entryOf('Valley Timber')
  fireEvent.change(entry.getByLabelText('Reason (optional)'), {
    target: { value: 'no-violation' },
  })
  fireEvent.change(entry.getByLabelText('Note to the author (optional)'), {
    target: { value: ' All fine. ' },
  })
  fireEvent.click(entry.getByRole('button', { name: 'Approve Valley Timber' }))
  await waitFor(() =>
    expect(server.sent('POST', `/api/admin/submissions/${first.id}/approve`)).toHaveLength(1),
  )
  expect(screen.queryByText('Submission approved')).toBe(null)
  expect(screen.getByRole('link', { name: 'Valley Timber' })).toBeTruthy()
  response.resolve()
  await screen.findByText('Submission approved')
  expect(screen.getByText('Flags cleared')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Valley Timber' })).toBe(null))
  const [sent] = server.sent('POST', `/api/admin/submissions/${first.id}/approve`)
  expect(sent?.body).toEqual({
    reasonCode: 'no-violation',
    note: 'All fine.',
    expectedVersion: first.version,
  })
  expect(sent?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)
})

test('removing is confirmed, and the focus moves to the next entry', async () => {
  open({
    [`POST /api/admin/submissions/${first.id}/remove`]: () => ({
      body: { decisionId: crypto.randomUUID(), submission: first },
    }),
  })
  fireEvent.click(await button('Remove Valley Timber'))
  await screen.findByText('Submission removed')
  expect(document.activeElement?.textContent).toBe('Sunny Airlines')
})

test('the second administrator sees the first one’s decision, and overwrites nothing', async () => {
  const decision = aDecision()
  open({
    [`POST /api/admin/submissions/${first.id}/remove`]: () =>
      refusal(
        409,
        'decision_conflict',
        'Another administrator has already decided on this submission.',
      ),
    [`GET /api/admin/submissions/${first.id}`]: () => ({
      body: { ...first, decisions: [decision], boosts: [], appeals: [], merges: [] },
    }),
  })
  fireEvent.click(await button('Remove Valley Timber'))
  await screen.findByText('Another administrator has already decided on this submission.')
  const entry = await entryOf('Valley Timber')
  await entry.findByText('Already decided')
  await entry.findByText('Third time.')
  expect(screen.queryByText('Submission removed')).toBe(null)
})

test('an entry that others decided on stays, marked and without buttons; new entries come last', async () => {
  let waiting = [first, second]
  const { client } = open({
    'GET /api/admin/queue': () => ({ body: entriesOf(waiting) }),
    [`GET /api/admin/submissions/${first.id}`]: () => ({
      body: { ...first, decisions: [aDecision()], boosts: [], appeals: [], merges: [] },
    }),
  })
  await entryOf('Valley Timber')
  const third = aReviewed({ id: idOf(3), targetName: 'Ink & Sons', flagCount: 40 })
  waiting = [third, second]
  await act(() => client.invalidateQueries({ queryKey: queryKeys.admin }))
  await entryOf('Ink & Sons')
  const targets = () => screen.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)
  expect(targets()).toEqual(['Valley Timber', 'Sunny Airlines', 'Ink & Sons'])
  const entry = await entryOf('Valley Timber')
  await entry.findByText('Removed')
  expect(entry.queryByRole('button', { name: 'Remove Valley Timber' })).toBe(null)
  fireEvent.click(await button('Show new order'))
  expect(targets()).toEqual(['Ink & Sons', 'Sunny Airlines'])
})

test('keys move through the queue and decide on the focused entry, never while typing', async () => {
  const { server } = open({
    [`POST /api/admin/submissions/${first.id}/approve`]: () => ({
      body: { decisionId: crypto.randomUUID(), submission: first },
    }),
  })
  const entry = await entryOf('Valley Timber')
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
  const posts = () => server.requests.filter(({ method }) => method === 'POST')
  press('a')
  press('j')
  expect(document.activeElement?.textContent).toBe('Valley Timber')
  entry.getByLabelText('Note to the author (optional)').focus()
  press('a')
  press('r')
  expect(posts()).toHaveLength(0)
  entry.getByRole('link', { name: 'Valley Timber' }).focus()
  press('n')
  expect(document.activeElement).toBe(entry.getByLabelText('Reason (optional)'))
  entry.getByRole('link', { name: 'Valley Timber' }).focus()
  press('a')
  await screen.findByText('Submission approved')
  expect(posts()).toHaveLength(1)
  expect(screen.getByText('approve')).toBeTruthy()
})

const appeal = {
  id: crypto.randomUUID(),
  decisionId: crypto.randomUUID(),
  text: 'Please look again.',
  state: 'open' as const,
  createdAt: '2026-11-04T10:00:00.000Z',
  settledAt: null,
}
const appealed = aReviewed({
  id: idOf(4),
  targetName: 'Quiet Quarry',
  approved: false,
  flagCount: 0,
  flags: [],
  decisions: [aDecision({ decisionId: appeal.decisionId })],
  appeal,
})

test('an appeal is granted or rejected in the queue', async () => {
  const { server } = open({
    'GET /api/admin/queue': () => ({ body: entriesOf([appealed]) }),
    [`POST /api/admin/appeals/${appeal.id}/overturn`]: () => ({
      body: { decisionId: crypto.randomUUID(), appeal: { ...appeal, state: 'overturned' } },
    }),
  })
  const entry = await entryOf('Quiet Quarry')
  expect(entry.getByText('Please look again.')).toBeTruthy()
  expect(entry.queryByRole('button', { name: 'Remove Quiet Quarry' })).toBe(null)
  fireEvent.click(entry.getByRole('button', { name: 'Make public again' }))
  await screen.findByText('Removal overturned')
  expect(server.sent('POST', `/api/admin/appeals/${appeal.id}/overturn`)[0]?.body).toEqual({})
})

test('the administrator who removed is warned that another one must decide on the appeal', async () => {
  const own = aDecision({
    decisionId: appeal.decisionId,
    moderator: { id: admin.id, username: admin.username },
  })
  open({
    'GET /api/admin/queue': () => ({ body: entriesOf([{ ...appealed, decisions: [own] }]) }),
    [`POST /api/admin/appeals/${appeal.id}/uphold`]: () =>
      refusal(403, 'other_admin_needed', 'Another administrator has to decide on the appeal.'),
  })
  const entry = await entryOf('Quiet Quarry')
  expect(entry.getByText(/^You removed this submission\./)).toBeTruthy()
  fireEvent.click(entry.getByRole('button', { name: 'Uphold removal' }))
  await screen.findByText('Another administrator has to decide on the appeal.')
})

test('an empty queue and a failed fetch show a message', async () => {
  open({ 'GET /api/admin/queue': () => ({ body: [] }) })
  await screen.findByText('Nothing is waiting for a decision.')
  leave()
  open({ 'GET /api/admin/queue': () => ({ status: 503 }) })
  await screen.findByText('Failed to fetch the queue: Service Unavailable')
  leave()
  open({ 'GET /api/admin/queue': () => new Promise(() => {}) })
  await screen.findByText('Loading the queue')
})

test('the tab is in the address', async () => {
  open({ 'GET /api/admin/users': () => ({ body: [] }) }, '/admin?tab=users')
  await screen.findByText('No matching accounts.')
  expect(screen.getByRole('tab', { name: 'User Management' }).getAttribute('aria-selected')).toBe(
    'true',
  )
  leave()
  open({}, '/admin?tab=nonsense')
  await entryOf('Valley Timber')
})

const comment: ReviewedComment = {
  id: 'c0ffee00-2222-4333-8444-555555555555',
  submission: { id: idOf(3), targetName: 'Hollow Bank', category: null },
  content: 'You are a liar.',
  createdAt: '2026-11-01T10:00:00.000Z',
  editedAt: null,
  authorId: null,
  author: { username: 'quiet-heron' },
  parentId: null,
  state: 'shown',
  flagCount: 1,
  version: 4,
  flags: [
    {
      id: crypto.randomUUID(),
      reasonCode: 'hate-or-threats',
      reason: 'An insult.',
      createdAt: '2026-11-02T10:00:00.000Z',
      closedAt: null,
      flaggedText: 'You are a liar.',
    },
  ],
  decisions: [],
  appeal: null,
}

test('a flagged comment is removed in the queue, which can be limited to comments', async () => {
  let entries: unknown[] = [...entriesOf([first]), { kind: 'comment', ...waiting, comment }]
  const { server } = open({
    'GET /api/admin/queue': () => ({ body: entries }),
    [`POST /api/admin/comments/${comment.id}/remove`]: () => {
      entries = entriesOf([first])
      return {
        body: { decisionId: crypto.randomUUID(), comment: { ...comment, state: 'removed' } },
      }
    },
  })
  const entry = await entryOf('Comment on Hollow Bank')
  expect(entry.getByText('Hate or threats:')).toBeTruthy()
  fireEvent.click(entry.getByRole('button', { name: 'Remove the comment by quiet-heron' }))
  await screen.findByText('Comment removed')
  await waitFor(() =>
    expect(screen.queryByRole('link', { name: 'Comment on Hollow Bank' })).toBe(null),
  )
  expect(server.sent('POST', `/api/admin/comments/${comment.id}/remove`)).toMatchObject([
    { body: { expectedVersion: 4 } },
  ])
  fireEvent.change(screen.getByLabelText('Kind'), { target: { value: 'comments' } })
  await waitFor(() =>
    expect(server.requests.some(({ path }) => path.includes('kind=comments'))).toBe(true),
  )
})

const update = {
  id: 'a11ce000-2222-4333-8444-555555555555',
  submission: { id: idOf(5), targetName: 'Ink & Sons' },
  date: '2026-11-01',
  text: 'They have given in.',
  source: 'https://example.org/news',
  status: 'met',
  state: 'open',
  note: null,
  createdAt: '2026-11-02T10:00:00.000Z',
  decidedAt: null,
  reporterId: null,
  reporter: { username: 'fleet-dingo' },
  currentStatus: 'active',
  demand: null,
}

test('several entries are removed together with one reason; one that fails stays selected', async () => {
  let entries: unknown[] = [...entriesOf([first, second]), { kind: 'comment', ...waiting, comment }]
  const { server } = open({
    'GET /api/admin/queue': () => ({ body: entries }),
    [`POST /api/admin/submissions/${first.id}/remove`]: () => {
      entries = [...entriesOf([second]), { kind: 'comment', ...waiting, comment }]
      return { body: { decisionId: crypto.randomUUID(), submission: first } }
    },
    [`POST /api/admin/comments/${comment.id}/remove`]: () =>
      refusal(409, 'decision_conflict', 'An administrator already approved this comment.'),
  })
  await entryOf('Valley Timber')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Valley Timber' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select the comment by quiet-heron' }))
  const bar = within(screen.getByRole('region', { name: 'Selected entries' }))
  expect(bar.getByText('2 selected.')).toBeTruthy()
  fireEvent.change(bar.getByLabelText('Reason (optional)'), { target: { value: 'spam' } })
  fireEvent.click(bar.getByRole('button', { name: 'Remove all' }))
  await screen.findByText('1 removed, 1 failure')
  expect(screen.getByText('An administrator already approved this comment.')).toBeTruthy()
  const sent = [`submissions/${first.id}`, `comments/${comment.id}`].flatMap((path) =>
    server.sent('POST', `/api/admin/${path}/remove`),
  )
  expect(sent).toMatchObject([
    { body: { reasonCode: 'spam', expectedVersion: first.version } },
    { body: { reasonCode: 'spam', expectedVersion: 4 } },
  ])
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Valley Timber' })).toBe(null))
  expect(
    screen.getByRole('checkbox', { name: 'Select the comment by quiet-heron' }),
  ).toHaveProperty('checked', true)
})

test('an update is declined together with others only after a note; it has nothing in common with content', async () => {
  const { server } = open({
    'GET /api/admin/queue': () => ({
      body: [...entriesOf([first]), { kind: 'update', ...waiting, update }],
    }),
    [`POST /api/admin/updates/${update.id}/decline`]: () => ({
      body: { decisionId: crypto.randomUUID(), update: { ...update, state: 'declined' } },
    }),
  })
  const entry = await entryOf('Ink & Sons')
  expect(entry.getByText('They have given in.')).toBeTruthy()
  fireEvent.click(entry.getByRole('checkbox'))
  const bar = () => within(screen.getByRole('region', { name: 'Selected entries' }))
  const decline = () => bar().getByRole<HTMLButtonElement>('button', { name: 'Decline all' })
  expect(decline().disabled).toBe(true)
  fireEvent.change(bar().getByLabelText('Note to the member (optional)'), {
    target: { value: 'No source.' },
  })
  expect(decline().disabled).toBe(false)
  const other = screen.getByRole('checkbox', { name: 'Select Valley Timber' })
  fireEvent.click(other)
  expect(bar().getByText(/cannot be decided together/)).toBeTruthy()
  fireEvent.click(other)
  fireEvent.click(decline())
  await screen.findByText('1 declined')
  expect(server.sent('POST', `/api/admin/updates/${update.id}/decline`)).toMatchObject([
    { body: { note: 'No source.' } },
  ])
})

test('an entry that a colleague has open says so; the focused entry is reported, and left at the end', async () => {
  const { server } = open({
    'GET /api/admin/queue': () => ({
      body: [
        { kind: 'submission', ...waiting, openBy: ['fleet-dingo'], submission: first },
        ...entriesOf([second]),
      ],
    }),
    'PUT /api/admin/queue/open': () => ({ status: 204 }),
  })
  const entry = await entryOf('Valley Timber')
  expect(entry.getByText('fleet-dingo', { selector: '.entry-open b' })).toBeTruthy()
  expect((await entryOf('Sunny Airlines')).queryByText('fleet-dingo')).toBe(null)
  const reports = () => server.sent('PUT', '/api/admin/queue/open').map(({ body }) => body)
  act(() => screen.getByRole('link', { name: 'Sunny Airlines' }).focus())
  await waitFor(() => expect(reports()).toEqual([{ ids: [second.id] }]))
  leave()
  await waitFor(() => expect(reports()).toEqual([{ ids: [second.id] }, { ids: [] }]))
})

test('a removed comment is reviewed at its address and shown again', async () => {
  const removed = { ...comment, state: 'removed', flagCount: 0, flags: [], appeals: [] }
  open(
    {
      [`GET /api/admin/comments/${comment.id}`]: () => ({ body: removed }),
      [`POST /api/admin/comments/${comment.id}/approve`]: () => ({
        body: { decisionId: crypto.randomUUID(), comment },
      }),
    },
    `/admin?comment=${comment.id}`,
  )
  fireEvent.click(await button('Approve the comment by quiet-heron'))
  await screen.findByText('Comment approved')
})

test('a duplicate can be merged from its entry of the queue', async () => {
  open({
    'GET /api/admin/submissions': () => ({
      body: [{ ...second, flagCount: 0 }],
      headers: { 'x-total-count': '1' },
    }),
  })
  const entry = await entryOf('Valley Timber')
  fireEvent.click(entry.getByRole('button', { name: 'Merge with a duplicate' }))
  expect(await entry.findByRole('button', { name: 'Choose Sunny Airlines' })).toBeTruthy()
})
