import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { aBusiness, detailOf } from '../testing/businesses.ts'
import { fakeServer, leave, refusal, user, visit } from '../testing/site.tsx'

afterEach(leave)

const business = aBusiness()
const path = `/businesses/${business.slug}/claim`
const notice = 'You must be logged in to speak for a business.'
const page = { 'GET /api/businesses/nestle': () => ({ body: detailOf(business) }) }

test('a member is not asked to log in while the session is requested', async () => {
  const session = Promise.withResolvers<void>()
  fakeServer({
    ...page,
    'GET /api/account/claims': () => ({ body: [] }),
    'GET /api/auth/me': async () => {
      await session.promise
      return { body: { user } }
    },
  })
  visit({ path, isSignedIn: true })
  await screen.findByRole('heading', { level: 1, name: /Nestlé/ })
  expect(document.querySelector('.bone[aria-busy="true"]')).not.toBe(null)
  expect(screen.queryByText(notice)).toBe(null)
  session.resolve()
  await screen.findByText('How do you want to prove nestle.com?')
  expect(screen.queryByText(notice)).toBe(null)
})

test('a member sees the form if the session cannot be fetched', async () => {
  fakeServer({
    ...page,
    'GET /api/account/claims': () => ({ body: [] }),
    'GET /api/auth/me': () => refusal(503, 'unavailable', 'Try again later.'),
  })
  visit({ path, isSignedIn: true })
  await screen.findByText('How do you want to prove nestle.com?')
  expect(screen.queryByText(notice)).toBe(null)
})

test('a visitor is asked to log in', async () => {
  fakeServer(page)
  visit({ path })
  await screen.findByText(notice)
})
