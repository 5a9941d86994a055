import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fakeServer, leave, visit } from '../testing/site.tsx'
import { aSubmission } from '../testing/submissions.ts'

afterEach(leave)

const decision = {
  position: 7,
  decisionId: '0199c0de-0000-4000-8000-000000000001',
  kind: 'remove',
  boostValue: null,
  category: 'food-beverage',
  reasonCode: 'spam',
  moderator: 'administrator',
  onAppeal: false,
  decidedAt: '2026-11-03T10:00:00.000Z',
  payloadHash: 'a'.repeat(64),
  hash: 'b'.repeat(64),
}

test('anyone can read kind, category, reason, time and role of each decision', async () => {
  fakeServer({
    'GET /api/moderation-log': () => ({ body: [decision], headers: { 'x-total-count': '1' } }),
  })
  visit({ path: '/moderation-log' })
  const row = within(await screen.findByRole('row', { name: /^7/ }))
  for (const text of [
    'Removed',
    'Food & Beverage',
    'Spam or advertising',
    'Administrator',
    decision.decisionId,
  ]) {
    expect(row.getByText(text)).toBeTruthy()
  }
  expect(screen.getByText('1 decision')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'How moderation works' }).getAttribute('href')).toBe(
    '/how-it-works#flags',
  )
  expect(screen.getAllByRole('link', { name: 'Moderation log' }).length).toBeGreaterThan(0)
})

test.each([
  [{ kind: 'super-boost', boostValue: 50 }, 'Boosted: +50'],
  [{ kind: 'super-boost', boostValue: -50 }, 'Lowered: −50'],
  [{ kind: 'super-boost', boostValue: 0 }, 'Boost removed'],
  [{ kind: 'approve', onAppeal: true }, 'Appeal granted: public again'],
  [{ kind: 'uphold', onAppeal: true }, 'Appeal rejected: stays removed'],
  [{ kind: 'suspend', category: null }, 'Account suspended'],
  [{ kind: 'reset-passkeys', moderator: 'operator' }, 'Operator'],
])('%o is shown as %s', async (differences, shown) => {
  fakeServer({ 'GET /api/moderation-log': () => ({ body: [{ ...decision, ...differences }] }) })
  visit({ path: '/moderation-log' })
  await screen.findByText(shown)
})

test('an empty log and a failed fetch show a message', async () => {
  fakeServer({ 'GET /api/moderation-log': () => ({ body: [] }) })
  visit({ path: '/moderation-log' })
  await screen.findByText('No decisions yet.')
  leave()
  fakeServer({ 'GET /api/moderation-log': () => ({ status: 503 }) })
  visit({ path: '/moderation-log' })
  await screen.findByText('Failed to fetch the moderation log: Service Unavailable')
})

test('a boosted submission shows its boost in its row and on its page', async () => {
  const boosted = aSubmission({ superBoost: 50 })
  fakeServer({
    'GET /api/boycotts': () => ({
      body: [boosted, aSubmission({ id: 'bbbbbbbb', superBoost: -5 })],
    }),
    [`GET /api/boycotts/${boosted.id}`]: () => ({ body: boosted }),
    [`GET /api/boycotts/${boosted.id}/comments`]: () => ({ body: [] }),
  })
  visit()
  const link = await screen.findByRole('link', { name: 'Boosted by moderators: +50' })
  expect(link.getAttribute('href')).toBe('/moderation-log')
  expect(screen.getByRole('link', { name: 'Lowered by moderators: −5' })).toBeTruthy()
  leave()
  fakeServer({
    [`GET /api/boycotts/${boosted.id}`]: () => ({ body: boosted }),
    [`GET /api/boycotts/${boosted.id}/comments`]: () => ({ body: [] }),
  })
  visit({ path: `/boycott/${boosted.id}` })
  await screen.findByRole('link', { name: 'Boosted by moderators: +50' })
})
