import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { admin } from '../../testing/reviews.ts'
import { fakeServer, leave, visit } from '../../testing/site.tsx'

afterEach(leave)

test.each([
  [false, 'You have no passkey. Until you add one, you can make decisions without it.'],
  [true, 'You have no passkey. Add one before you make decisions.'],
])('an administrator without passkeys, needed: %s, reads: %s', async (needed, words) => {
  fakeServer({
    'GET /api/auth/me': () => ({ body: { user: admin } }),
    'GET /api/account': () => ({
      body: {
        user: admin,
        joinedAt: '2026-02-01T10:00:00.000Z',
        suspended: false,
        sessions: [],
      },
    }),
    'GET /api/account/passkeys': () => ({ body: { required: false, needed, passkeys: [] } }),
  })
  visit({ path: '/settings', isSignedIn: true })
  expect(await screen.findByText(words)).toBeTruthy()
})
