import { searchKeyOf } from '@answerable/contracts/search-key'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fakeServer, leave, user, visit } from '../../testing/site.tsx'

afterEach(leave)

test('a member who presses Follow while the session is requested follows without signing in again', async () => {
  const path = `/api/follows/search/${searchKeyOf({ q: 'oil' })}`
  const session = Promise.withResolvers<void>()
  const server = fakeServer({
    'GET /api/auth/me': async () => {
      await session.promise
      return { body: { user } }
    },
    'GET /api/search': () => ({ body: [] }),
    'GET /api/places/counts': () => ({ body: [] }),
    'GET /api/follows': () => ({ body: [] }),
    [`PUT ${path}`]: () => ({ status: 204 }),
  })
  visit({ path: '/search?q=oil', isSignedIn: true })
  fireEvent.click(await screen.findByRole('button', { name: 'Follow new boycotts for “oil”' }))
  session.resolve()
  await screen.findByRole('button', { name: 'Following new boycotts for “oil”' })
  expect(screen.queryByRole('dialog')).toBe(null)
  await waitFor(() => expect(server.sent('PUT', path)).toHaveLength(1))
})
