import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../testing/gateway.ts'
import { json } from '../testing/stand-in.ts'

let site: TestGateway

beforeAll(async () => {
  site = await startTestGateway({ PUBLIC_ORIGIN: 'https://answerable.example' })
  site.auth.replyWith(json(202, { sent: true }))
})
afterAll(() => site.stop())

const origin = 'https://answerable.example'
const cases: [string, Record<string, string>, 'allowed' | 'refused'][] = [
  ['no browser', {}, 'allowed'],
  ['same origin', { 'sec-fetch-site': 'same-origin', origin }, 'allowed'],
  ['typed by the user', { 'sec-fetch-site': 'none' }, 'allowed'],
  [
    'same site',
    { 'sec-fetch-site': 'same-site', origin: 'https://x.answerable.example' },
    'refused',
  ],
  ['cross site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 'refused'],
  ['cross site that claims our origin', { 'sec-fetch-site': 'cross-site', origin }, 'refused'],
  ['unknown value', { 'sec-fetch-site': 'Same-Origin' }, 'refused'],
  ['old browser, own origin', { origin }, 'allowed'],
  ['old browser, other origin', { origin: 'https://evil.example' }, 'refused'],
  ['old browser, opaque origin', { origin: 'null' }, 'refused'],
  ['old browser, http', { origin: 'http://answerable.example' }, 'refused'],
]

test.each(cases)('%s', async (_case, headers, expected) => {
  const before = site.auth.received.length
  const response = await site.request({
    method: 'POST',
    path: '/api/auth/magic-link',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{}',
  })
  if (expected === 'allowed') expect(response.status).toBe(202)
  else {
    expect(response).toMatchObject({ status: 403, body: { error: { code: 'cross_site_request' } } })
    expect(site.auth.received).toHaveLength(before)
  }
})

test('reads need no origin, and CORS admits no other site', async () => {
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
  const response = await site.request({ path: '/api/auth/geolocation', headers })
  expect(response.status).toBe(202)
  expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual(
    [],
  )
})

test('a mail provider ends mails from any site, without the session of the browser', async () => {
  site.notifications.replyWith(json(200, { stopped: 'weekly' }))
  const path = `/unsubscribe?token=${'t'.repeat(55)}`
  const response = await site.request({
    method: 'POST',
    path,
    headers: {
      'sec-fetch-site': 'cross-site',
      origin: 'https://mail.example',
      'content-type': 'application/x-www-form-urlencoded',
      cookie: '__Host-sid=somebody',
    },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(response).toMatchObject({ status: 200, body: { stopped: 'weekly' } })
  expect(site.notifications.received).toHaveLength(1)
  expect(site.notifications.received[0]?.url).toBe(path)
  expect(site.auth.received.some(({ url }) => url?.startsWith('/internal/sessions'))).toBe(false)

  const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://mail.example' }
  const byPage = await site.request({
    method: 'POST',
    path: `/api/notifications${path}`,
    headers: foreign,
  })
  expect(byPage).toMatchObject({ status: 403, body: { error: { code: 'cross_site_request' } } })
  // Opening the address, as scanners do, reaches no service.
  for (const method of ['GET', 'HEAD']) await site.request({ method, path })
  expect(site.notifications.received).toHaveLength(1)
})
