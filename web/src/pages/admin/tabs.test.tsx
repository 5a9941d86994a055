import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { aDecision, admin, aReviewed } from '../../testing/reviews.ts'
import { fakeServer, leave, refusal, visit } from '../../testing/site.tsx'

afterEach(leave)

type Handlers = NonNullable<Parameters<typeof fakeServer>[0]>

const submission = aReviewed({ superBoost: 10, score: 7 })
const reviewed = {
  ...submission,
  boosts: [aDecision({ kind: 'super-boost', boostValue: 10 })],
  appeals: [],
  merges: [],
}
const path = `/api/admin/submissions/${submission.id}`

const routes: Handlers = {
  'GET /api/auth/me': () => ({ body: { user: admin } }),
  'GET /api/admin/stats': () => ({
    body: { totalSubmissions: 1, pendingReview: 0, totalUsers: 2, flaggedContent: 0 },
  }),
  'GET /api/admin/submissions': () => ({ body: [submission], headers: { 'x-total-count': '1' } }),
  [`GET ${path}`]: () => ({ body: reviewed }),
  [`GET ${path}/rank`]: ({ path: requestPath }) => {
    const boost = Number(new URLSearchParams(requestPath.split('?')[1]).get('boost'))
    return {
      body: {
        submissionId: submission.id,
        total: 40,
        currentBoost: 10,
        boost,
        hot: { now: 9, boosted: boost > 10 ? 4 : 9 },
        top: { now: 12, boosted: boost > 10 ? 1 : 12 },
      },
    }
  },
}
const open = (at: string, handlers: Handlers = {}) => {
  const server = fakeServer({ ...routes, ...handlers })
  visit({ path: at, isSignedIn: true })
  return server
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

const openBoost = async (handlers: Handlers = {}) => {
  const server = open(`/admin?tab=super-boost&id=${submission.id}`, handlers)
  await screen.findByLabelText('Boost value')
  return server
}
const update = () => fireEvent.click(screen.getByRole('button', { name: 'Update boost' }))
const boosted: Handlers = {
  [`POST ${path}/super-boost`]: () => ({
    body: { decisionId: crypto.randomUUID(), submission: submission },
  }),
}

test('a submission is found by its text and shows score, boost, ranks and past boosts', async () => {
  const server = open('/admin?tab=super-boost')
  fireEvent.change(await screen.findByLabelText('Find a submission by text or ID'), {
    target: { value: 'city lines' },
  })
  await waitFor(() =>
    expect(
      server.requests.some(({ path: requestPath }) => requestPath.includes('search=city+lines')),
    ).toBe(true),
  )
  fireEvent.click(await screen.findByRole('link', { name: submission.targetName }))
  await screen.findByText('Past boosts')
  expect(screen.getByText('Boosted: +10')).toBeTruthy()
  expect(await screen.findAllByText('9 of 40')).toHaveLength(2)
})

test('the rank with the typed boost is shown', async () => {
  await openBoost()
  type('Boost value', '500')
  await screen.findByText('Rank with +500')
  await screen.findByText('4 of 40')
  expect(screen.getByText('1 of 40')).toBeTruthy()
})

test('a boost is a whole number, and empty means 0', async () => {
  const server = await openBoost(boosted)
  const sent = () => server.sent('POST', `${path}/super-boost`).map(({ body }) => body)
  type('Boost value', '-25')
  update()
  await screen.findByText('Super boost updated')
  expect(screen.getByText('Boost value set to -25 for enhanced ranking')).toBeTruthy()
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Update boost' })).toHaveProperty('disabled', false),
  )
  type('Boost value', '')
  update()
  await screen.findByText('Boost value set to 0 for enhanced ranking')
  expect(sent()).toMatchObject([{ boostValue: -25 }, { boostValue: 0 }])
})

test.each(['lots', '1.5', '12abc', '1e3', '1000001'])('%s is not a boost', async (typed) => {
  const server = await openBoost(boosted)
  type('Boost value', typed)
  update()
  await screen.findByText('Invalid input')
  expect(screen.getByText('Please enter a valid number for the boost value.')).toBeTruthy()
  expect(server.sent('POST', `${path}/super-boost`)).toHaveLength(0)
})

const account = {
  id: crypto.randomUUID(),
  username: 'loud-goose',
  role: 'member' as const,
  suspended: false,
  joinedAt: '2026-10-01T10:00:00.000Z',
  submissionCount: 4,
  commentCount: 31,
  voteCount: 290,
  flagCount: 2,
}
const users: Handlers = {
  'GET /api/admin/users': () => ({
    body: [account, { ...account, id: admin.id, username: admin.username, role: 'admin' }],
  }),
}

test('an account is suspended after a confirmation, and the result is shown', async () => {
  const server = open('/admin?tab=users', {
    ...users,
    [`POST /api/admin/users/${account.id}/suspend`]: () => ({
      body: { decisionId: crypto.randomUUID(), account: { ...account, suspended: true } },
    }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Suspend loud-goose' }))
  expect(server.sent('POST', `/api/admin/users/${account.id}/suspend`)).toHaveLength(0)
  fireEvent.click(await screen.findByRole('button', { name: 'Suspend' }))
  await screen.findByText('Account suspended')
  expect(screen.queryByRole('dialog')).toBe(null)
})

test('a rejected suspension shows the reason and stays open; the own account has no button', async () => {
  open('/admin?tab=users', {
    ...users,
    [`POST /api/admin/users/${account.id}/suspend`]: () =>
      refusal(409, 'last_admin', 'The last administrator cannot be suspended.'),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Suspend loud-goose' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Suspend' }))
  expect(
    (await screen.findAllByText('The last administrator cannot be suspended.')).length,
  ).toBeGreaterThan(0)
  expect(screen.getByRole('dialog')).toBeTruthy()
  expect(screen.queryByRole('button', { name: `Suspend ${admin.username}` })).toBe(null)
  expect(screen.getByText('Your account')).toBeTruthy()
})

test('all submissions can be searched, filtered and decided on in any state', async () => {
  const server = open('/admin?tab=submissions&state=removed', {
    'GET /api/admin/submissions': () => ({ body: [{ ...submission, approved: false }] }),
    [`GET ${path}`]: () => ({ body: { ...reviewed, approved: false, flagCount: 0 } }),
    [`POST ${path}/approve`]: () => ({
      body: { decisionId: crypto.randomUUID(), submission: submission },
    }),
  })
  fireEvent.click(await screen.findByRole('button', { name: `Review ${submission.targetName}` }))
  fireEvent.click(await screen.findByRole('button', { name: `Approve ${submission.targetName}` }))
  await screen.findByText('Submission approved')
  fireEvent.change(screen.getByLabelText('Order'), { target: { value: 'top' } })
  await waitFor(() =>
    expect(
      server.requests.some(({ path: requestPath }) =>
        requestPath.includes('state=removed&sort=top'),
      ),
    ).toBe(true),
  )
})

test('reported errors are listed with trend, release, example and suggestions', async () => {
  open('/admin/errors', {
    'GET /api/admin/errors': () => ({
      body: {
        groups: [
          {
            fingerprint: 'f'.repeat(64),
            reports: 12,
            firstSeenAt: '2026-11-01T10:00:00.000Z',
            lastSeenAt: '2026-11-02T10:00:00.000Z',
            release: 'index-3fa9',
            example: {
              errorType: 'TypeError',
              errorMessage: 'x is not a function',
              stackTrace: 'at render',
              userAction: 'vote',
            },
            suggestion: 'Part of the page failed',
            perHour: Array.from({ length: 24 }, (_, hour) => (hour === 23 ? 5 : 0)),
            perDay: Array.from({ length: 30 }, () => 1),
          },
        ],
        total: 1,
      },
    }),
  })
  await screen.findByText('12 reports')
  for (const text of ['TypeError', 'index-3fa9', 'Part of the page failed', 'at render']) {
    expect(screen.getByText(text)).toBeTruthy()
  }
  expect(
    screen.getByRole('img', { name: 'Reports per hour, last 24 hours: 5, at most 5' }),
  ).toBeTruthy()
})

test('a duplicate is chosen, previewed and merged in the review, and the merge is undone there', async () => {
  const other = { ...submission, id: 'zZ9yY8xX', targetName: 'Montgomery Lines', version: 3 }
  const side = { ...other, votes: 2, comments: 1, flags: 0, sources: 'https://one.example' }
  const merge = {
    decisionId: crypto.randomUUID(),
    from: submission,
    into: other,
    mergedAt: '2026-11-03T10:00:00.000Z',
    undoableUntil: '2026-12-03T10:00:00.000Z',
  }
  let isMerged = false
  const server = open('/admin?tab=submissions', {
    'GET /api/admin/submissions': () => ({
      body: [submission, other],
      headers: { 'x-total-count': '2' },
    }),
    [`GET ${path}`]: () => ({
      body: isMerged
        ? { ...reviewed, approved: false, mergedInto: other.id, merges: [merge] }
        : reviewed,
    }),
    [`GET ${path}/merge-preview`]: () => ({
      body: {
        from: { ...side, ...submission, votes: 3 },
        into: side,
        after: { ...side, score: 12, votes: 4 },
        replacedVotes: 1,
      },
    }),
    [`POST ${path}/merge`]: () => {
      isMerged = true
      return { body: { decisionId: merge.decisionId, submission } }
    },
    [`POST ${path}/unmerge`]: () => {
      isMerged = false
      return { body: { decisionId: merge.decisionId, submission } }
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: `Review ${submission.targetName}` }))
  fireEvent.click(await screen.findByRole('button', { name: 'Merge with a duplicate' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Choose Montgomery Lines' }))
  await screen.findByText(/1 person voted on both/)
  fireEvent.click(screen.getByRole('button', { name: 'Merge' }))
  await screen.findByText('Boycotts merged')
  const sent = server.requests.find(({ path: requestPath }) => requestPath === `${path}/merge`)
  expect(sent?.body).toEqual({
    into: other.id,
    reasonCode: 'duplicate',
    expectedVersion: submission.version,
    expectedIntoVersion: 3,
  })
  fireEvent.click(
    await screen.findByRole('button', { name: `Undo the merge of ${submission.targetName}` }),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Undo the merge' }))
  await screen.findByText('Merge undone')
  await screen.findByRole('button', { name: 'Merge with a duplicate' })
})

test('two filters chosen at once are both applied; a search that pauses on another page is dropped', async () => {
  open('/admin?tab=submissions')
  const search = await screen.findByRole('searchbox')
  const [status, order] = [screen.getByLabelText('Status'), screen.getByLabelText('Order')]
  act(() => {
    fireEvent.change(status, { target: { value: 'merged' } })
    fireEvent.change(order, { target: { value: 'top' } })
  })
  expect(location.search).toBe('?tab=submissions&state=merged&sort=top')
  vi.useFakeTimers()
  fireEvent.change(search, { target: { value: 'city' } })
  history.pushState(null, '', '/about')
  vi.advanceTimersByTime(250)
  expect(location.pathname).toBe('/about')
})
