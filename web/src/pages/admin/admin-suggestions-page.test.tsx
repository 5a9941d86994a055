import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { admin } from '../../testing/reviews.ts'
import { fakeServer, leave, refusal, visit } from '../../testing/site.tsx'

afterEach(leave)

type Handlers = NonNullable<Parameters<typeof fakeServer>[0]>

const [from, into] = [
  { id: 'aaaaaaaa', slug: 'kestrel-quarry', name: 'Kestrel Quarry' },
  { id: 'bbbbbbbb', slug: 'kestrel-quarries', name: 'Kestrel Quarries' },
]
const open = {
  id: '11111111-2222-4333-8444-666666666666',
  ...{ business: from, other: into, kind: 'merge', value: into.id, reason: 'The same imprint.' },
  ...{ source: null, state: 'open', note: null, createdAt: '2026-11-02T10:00:00.000Z' },
  ...{ decidedAt: null, author: null, undoableMerge: null },
}
const accepted = {
  ...open,
  state: 'accepted',
  undoableMerge: { businessId: from.id, undoableUntil: '2026-12-02T10:00:00.000Z' },
}
const business = {
  ...from,
  ...{ kind: null, country: null, website: null, boycottCount: 1, version: 2 },
  createdAt: '2026-11-01T10:00:00.000Z',
}
const preview = {
  from: { ...business, names: 1, owned: 0 },
  into: { ...business, ...into, boycottCount: 3, names: 2, owned: 1 },
  after: { boycottCount: 4, names: 3, owned: 1 },
}
const preview200: Handlers = {
  [`GET /api/admin/businesses/${from.id}/merge-preview`]: () => ({ body: preview }),
}

const visitSuggestions = (path: string, handlers: Handlers) => {
  const server = fakeServer({
    'GET /api/auth/me': () => ({ body: { user: admin } }),
    'GET /api/admin/suggestions': ({ path: requestPath }) => ({
      body: [requestPath.includes('state=decided') ? accepted : open],
      headers: { 'x-total-count': '1' },
    }),
    ...handlers,
  })
  visit({ path, isSignedIn: true })
  return server
}
const press = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole('button', { name }))

test('a suggested merge is confirmed with its figures before it is accepted', async () => {
  const address = `/api/admin/suggestions/${open.id}/accept`
  const server = visitSuggestions('/admin/suggestions', {
    ...preview200,
    [`POST ${address}`]: () => ({
      body: { decisionId: crypto.randomUUID(), suggestion: accepted },
    }),
  })
  await press(/^Accept: The same as another business/)
  await screen.findByText('4 boycotts (now 3 and 1)')
  screen.getByText('3 names (now 2 and 1)')
  screen.getByText('1 owned business (now 1 and 0)')
  expect(server.requests.filter(({ path }) => path === address)).toEqual([])
  await press('Merge')
  await screen.findByText('Suggestion accepted')
})

test('if a business is already merged, the page says so and the suggestion can be accepted', async () => {
  visitSuggestions('/admin/suggestions', {
    [`GET /api/admin/businesses/${from.id}/merge-preview`]: () =>
      refusal(409, 'decision_conflict', 'Already merged.'),
  })
  await press(/^Accept: The same as another business/)
  await screen.findByText(/already merged/)
  await screen.findByRole('button', { name: 'Accept' })
})

test('an accepted merge can be undone', async () => {
  visitSuggestions('/admin/suggestions?state=decided', {
    [`POST /api/admin/businesses/${from.id}/unmerge`]: () => ({
      body: { decisionId: crypto.randomUUID(), business },
    }),
  })
  await press('Undo the merge of Kestrel Quarry')
  await press('Undo')
  await screen.findByText('Merge undone')
})
