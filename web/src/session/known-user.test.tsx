import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { admin } from '../testing/reviews.ts'
import { fakeServer, leave, refusal, setHint, visit } from '../testing/site.tsx'
import { isUserUnknown } from './current-user.ts'

afterEach(leave)

const main = () => within(screen.getByRole('main'))
const loginTexts = /Access Denied|Login Required|^Log in/
const message = 'Failed to check whether you are logged in'

/** Fails requests for the session. Returns a function that ends it. */
const failing = () => {
  let isAvailable = false
  fakeServer({
    'GET /api/auth/me': () =>
      isAvailable ? { body: { user: admin } } : refusal(503, 'unavailable', 'Try again later.'),
  })
  return () => {
    isAvailable = true
  }
}

test.each([
  ['/admin', 'Administration', 'Admin Dashboard'],
  ['/admin/votes', 'Administration', 'Held votes'],
  ['/settings', 'Settings', 'Settings'],
  ['/notifications', 'Notifications', 'Notifications'],
  ['/submit', 'Submit a boycott', 'Submit a boycott'],
])(
  'if the session cannot be fetched, %s says so and does not ask a member to log in',
  async (path, heading, title) => {
    const recover = failing()
    visit({ path, isSignedIn: true })
    await main().findByText(message)
    expect(main().getByRole('heading', { level: 1 }).textContent).toBe(heading)
    expect(main().queryByText(loginTexts)).toBe(null)
    // Parts of the page that appear later repeat the request.
    const again = main().getByRole<HTMLButtonElement>('button', { name: 'Try again' })
    await waitFor(() => expect(again.disabled).toBe(false))
    recover()
    fireEvent.click(again)
    await waitFor(() => expect(main().queryByText(message)).toBe(null))
    expect((await main().findByRole('heading', { level: 1 })).textContent).toBe(title)
    expect(main().queryByText(loginTexts)).toBe(null)
  },
)

test('a user is unknown only after a failed request of a browser with a session', () => {
  expect(isUserUnknown({ data: null, errorUpdateCount: 1 })).toBe(false)
  setHint('1')
  expect(isUserUnknown({ data: undefined, errorUpdateCount: 0 })).toBe(false)
  expect(isUserUnknown({ data: admin, errorUpdateCount: 1 })).toBe(false)
  expect(isUserUnknown({ data: undefined, errorUpdateCount: 1 })).toBe(true)
  // As on a prerendered page.
  expect(isUserUnknown({ data: null, errorUpdateCount: 1 })).toBe(true)
})
