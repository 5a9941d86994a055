import { searchKeyOf } from '@answerable/contracts/search-key'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fakeServer, leave, refusal, user, visit } from '../../testing/site.tsx'

afterEach(leave)

const path = `/api/follows/search/${searchKeyOf({ q: 'oil' })}`
const follow = () => screen.findByRole('button', { name: 'Follow new boycotts for “oil”' })
const following = () => screen.findByRole('button', { name: 'Following new boycotts for “oil”' })
/** The site of a member who follows the search while `isFollowed` says so. */
const routesWith = (isFollowed: () => boolean) => ({
  'GET /api/auth/me': () => ({ body: { user } }),
  'GET /api/search': () => ({ body: [] }),
  'GET /api/places/counts': () => ({ body: [] }),
  'GET /api/follows': () => ({ body: isFollowed() ? [{}] : [] }),
})

test('a member who presses Follow while the session is requested follows without signing in again', async () => {
  const session = Promise.withResolvers<void>()
  const server = fakeServer({
    ...routesWith(() => false),
    'GET /api/auth/me': async () => {
      await session.promise
      return { body: { user } }
    },
    [`PUT ${path}`]: () => ({ status: 204 }),
  })
  visit({ path: '/search?q=oil', isSignedIn: true })
  fireEvent.click(await follow())
  session.resolve()
  await following()
  expect(screen.queryByRole('dialog')).toBe(null)
  await waitFor(() => expect(server.sent('PUT', path)).toHaveLength(1))
})

test('a follow that was stored although its call failed is shown', async () => {
  let isFollowed = false
  fakeServer({
    ...routesWith(() => isFollowed),
    [`PUT ${path}`]: () => {
      isFollowed = true
      return refusal(504, 'upstream_timeout', 'The site took too long.')
    },
  })
  visit({ path: '/search?q=oil', isSignedIn: true })
  fireEvent.click(await follow())
  await screen.findByText('The site took too long.')
  await following()
})

test('a press while the first call waits is the choice that stays, even if the first call fails', async () => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isFollowed = false
  const server = fakeServer({
    ...routesWith(() => isFollowed),
    [`PUT ${path}`]: async () => {
      await first.promise
      isFollowed = true
      return refusal(504, 'upstream_timeout', 'The site took too long.')
    },
    [`DELETE ${path}`]: async () => {
      await second.promise
      isFollowed = false
      return { status: 204 }
    },
  })
  visit({ path: '/search?q=oil', isSignedIn: true })
  fireEvent.click(await follow())
  fireEvent.click(await following())
  await follow()
  first.resolve()
  await waitFor(() => expect(server.sent('DELETE', path)).toHaveLength(1))
  await follow()
  second.resolve()
  await screen.findByText('The site took too long.')
  await follow()
  expect(isFollowed).toBe(false)
})
