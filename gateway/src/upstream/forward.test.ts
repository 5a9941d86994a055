import { errorBody } from '@answerable/contracts/errors'
import { readMailbox } from '@answerable/contracts/mailbox'
import type { Route } from '@answerable/contracts/route'
import { routes } from '@answerable/contracts/routes'
import { stopTimersOfFile } from '@answerable/service-kit/testing/still-clock'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rowsOf, shared } from '../testing/cached.ts'
import { startTestGateway, type TestGateway, type TestResponse } from '../testing/gateway.ts'
import { json } from '../testing/stand-in.ts'

const viewer = {
  id: '4a3b2c1d-0000-4000-8000-000000000001',
  username: 'reader-one',
  role: 'admin',
} as const

const forgedHeaders = {
  'x-user-id': viewer.id,
  'x-user-role': 'admin',
  'x-internal-caller': 'moderation',
  'x-passport': 'forged',
  'x-request-id': 'forged',
  'x-forwarded-for': '203.0.113.9',
  'x-forwarded-host': 'evil.example',
  forwarded: 'for=203.0.113.9',
  'x-real-ip': '203.0.113.9',
  'x-http-method-override': 'DELETE',
  authorization: 'Bearer forged',
  connection: 'keep-alive, x-passport',
  te: 'trailers',
}

let site: TestGateway
const all = Object.values<Route>(routes)
const outside = all.filter(
  (route) => route.access !== 'internal' && route.service !== 'gateway' && route !== readMailbox,
)
const filledIn = (route: Route): string => route.path.replace(/:\w+/g, 'a1B2c3D4')
const standIns = () => ({
  auth: site.auth,
  catalog: site.catalog,
  moderation: site.moderation,
  diagnostics: site.diagnostics,
  notifications: site.notifications,
  evidence: site.evidence,
})
const standInOf = ({ service }: Route) => {
  if (service === 'realtime' || service === 'gateway') {
    throw new Error(`${service} is called by no forwarded route`)
  }
  return standIns()[service]
}
const forwarded = () =>
  Object.values(standIns())
    .flatMap(({ received }) => received)
    .filter(({ url }) => !url.startsWith('/internal'))
const bodyOf = (route: Route) =>
  route.body === undefined
    ? {}
    : { body: '{"value":1}', headers: { 'content-type': 'application/json' } }

beforeAll(async () => {
  // More calls of one member than the limits allow.
  site = await startTestGateway({ RATE_LIMITS: 'off' })
})
afterAll(() => site.stop())
// Among hundreds of calls, one would time out on a slow machine.
stopTimersOfFile()
beforeEach(() => {
  for (const { received } of Object.values(standIns())) received.length = 0
  site.auth.replyWith((received, response, request) => {
    const body = received.url.startsWith('/internal') ? { viewer } : { from: 'auth' }
    json(200, body)(received, response, request)
  })
  site.catalog.replyWith(json(200, { from: 'catalog' }))
  site.moderation.replyWith(json(200, { from: 'moderation' }))
  site.diagnostics.replyWith(json(200, { from: 'diagnostics' }))
  site.notifications.replyWith(json(200, { from: 'notifications' }))
  site.evidence.replyWith(json(200, { from: 'evidence' }))
})

test('every route reaches its service with a service token for the session, path and query as sent', async () => {
  for (const route of outside) {
    const path = `${filledIn(route)}?page=2&x=%2F`
    const { headers, ...rest } = bodyOf(route)
    const response = await site.request({
      method: route.method,
      path,
      headers: { ...headers, cookie: 'sid=a-session' },
      ...rest,
    })
    expect(response).toMatchObject({ status: 200, body: { from: route.service } })
    const received = standInOf(route).received.at(-1)
    expect(received).toMatchObject({ method: route.method, url: path })
    expect(received?.passport).toMatchObject({
      issuer: 'gateway',
      // A call that other sites may make never has a member.
      viewer: route.crossSite === true ? null : viewer,
      client: { address: '127.0.0.1' },
    })
    expect(received?.body).toBe(route.body === undefined ? '' : '{"value":1}')
  }
})

test('identity headers of a client have no effect on any route', async () => {
  for (const route of outside) {
    const { headers, ...rest } = bodyOf(route)
    const response = await site.request({
      method: route.method,
      path: filledIn(route),
      headers: { ...headers, ...forgedHeaders },
      ...rest,
    })
    if (route.access !== 'public') {
      expect(response).toMatchObject({ status: 401, body: { error: { code: 'signed_out' } } })
      continue
    }
    const received = standInOf(route).received.at(-1)
    expect(received?.passport).toMatchObject({ viewer: null, client: { address: '127.0.0.1' } })
    const carried = Object.keys(received?.headers ?? {})
    for (const name of Object.keys(forgedHeaders)) {
      if (['x-passport', 'x-request-id', 'connection'].includes(name)) continue
      expect(carried).not.toContain(name)
    }
    expect(received?.headers['x-request-id']).toBe(response.headers['x-request-id'])
    expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  }
})

test('internal routes and unknown paths are 404 in JSON and reach no service', async () => {
  const internal = all.filter((route) => route.access === 'internal')
  expect(internal.length).toBeGreaterThan(0)
  const paths = [
    ...internal.map(filledIn),
    '/api/unknown',
    '/api/boycotts/',
    '/api//boycotts',
    '/api/./boycotts',
    '/api/boycotts/../boycotts',
    '/api/boycotts/%2e%2e',
    '/api/boycotts%2fa1B2c3D4',
    '/api/boycotts/a1B2c3D4\\vote',
    '/api/Boycotts',
  ]
  for (const path of paths) {
    const response = await site.request({ method: 'POST', path, body: '{}' })
    expect(response).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
    expect(errorBody.safeParse(response.body).success).toBe(true)
  }
  expect(forwarded()).toEqual([])
})

test('paths with another case or doubled slashes match no route', async () => {
  for (const path of ['/API/boycotts', '//api/boycotts', '/./api/boycotts', '*']) {
    const response = await site.request({ path })
    expect(response.status).toBe(404)
  }
  expect(forwarded()).toEqual([])
})

test('a known path with another method is 405 with Allow', async () => {
  for (const method of ['PUT', 'PATCH', 'OPTIONS', 'TRACE']) {
    const response = await site.request({ method, path: '/api/boycotts' })
    expect(response).toMatchObject({ status: 405, body: { error: { code: 'method_not_allowed' } } })
    expect(response.headers.allow).toBe('GET, HEAD, POST')
  }
  expect(forwarded()).toEqual([])
})

const withoutChanging = ({ headers }: TestResponse) => {
  const { date, 'x-request-id': id, ratelimit, ...others } = headers
  return {
    ...others,
    'transfer-encoding': undefined,
    hasDate: date !== undefined,
    hasId: id !== undefined,
  }
}

const memberCookie = { cookie: 'sid=a-session' }
const calls: [string, { path: string; headers?: Record<string, string> }][] = [
  ['a feed that is kept for visitors', { path: '/api/boycotts' }],
  ['the same, compressed', { path: '/api/boycotts', headers: { 'accept-encoding': 'br' } }],
  ["a member's feed", { path: '/api/boycotts', headers: memberCookie }],
  [
    "a member's feed, compressed",
    { path: '/api/boycotts', headers: { ...memberCookie, 'accept-encoding': 'gzip' } },
  ],
  ['a refusal', { path: '/api/auth/me' }],
  ['a page', { path: '/' }],
  ['a page that is missing', { path: '/nowhere' }],
  ['a file', { path: '/assets/app-1a2b3c.js', headers: { 'accept-encoding': 'gzip' } }],
  ['what the gateway says itself', { path: '/api/site' }],
  ['robots.txt', { path: '/robots.txt' }],
]

test.each(calls)('HEAD has the headers of GET and no body: %s', async (_what, call) => {
  site.catalog.replyWith(shared(rowsOf('a', 'b', 'c'), { etag: '"rows"' }))
  await site.request(call)
  const get = await site.request(call)
  const head = await site.request({ method: 'HEAD', ...call })
  expect(head.text).toBe('')
  expect(head.status).toBe(get.status)
  expect(withoutChanging(head)).toEqual(withoutChanging(get))
})

test('cookies are passed to and from auth only', async () => {
  const setCookie = { 'set-cookie': 'sid=new; HttpOnly' }
  site.auth.replyWith(json(200, { viewer: null }, setCookie))
  site.catalog.replyWith(json(200, {}, setCookie))
  const headers = { cookie: 'sid=a-session; flow=1' }
  const fromCatalog = await site.request({ path: '/api/boycotts', headers })
  const fromAuth = await site.request({ path: '/api/auth/geolocation', headers })
  expect(site.catalog.received.at(-1)?.headers.cookie).toBeUndefined()
  expect(site.auth.received.at(-1)?.headers.cookie).toBe('sid=a-session; flow=1')
  expect(fromCatalog.headers['set-cookie']).toBeUndefined()
  expect(fromAuth.headers['set-cookie']).toEqual(['sid=new; HttpOnly'])
})

test('a body over the limit of its route is 413 before a service sees it', async () => {
  const vote = {
    method: 'POST',
    path: '/api/boycotts/a1B2c3D4/vote',
    headers: { 'content-type': 'application/json', cookie: 'sid=a' },
  }
  for (const size of [1_025, 200_000, 2_000_000]) {
    const response = await site.request({ ...vote, body: 'x'.repeat(size) }).catch(() => null)
    // With a much larger body, the connection may close before the client reads the response.
    if (size < 1_000_000 || response !== null) {
      expect(response).toMatchObject({ status: 413, body: { error: { code: 'body_too_large' } } })
    }
  }
  expect(forwarded()).toEqual([])
})

test('a URL over 2 kB is 414', async () => {
  const response = await site.request({ path: `/api/boycotts?x=${'a'.repeat(2_048)}` })
  expect(response).toMatchObject({ status: 414, body: { error: { code: 'uri_too_long' } } })
})
