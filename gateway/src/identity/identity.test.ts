import { createHash, randomUUID } from 'node:crypto'
import { type EventDefinition, sessionsEnded, userChanged } from '@answerable/contracts/events'
import type { Viewer } from '@answerable/contracts/sessions'
import { stopTimersOfTest } from '@answerable/service-kit/testing/still-clock'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { resolvedBy } from '../testing/callers.ts'
import { startTestGateway, type TestGateway } from '../testing/gateway.ts'
import { json } from '../testing/stand-in.ts'

let site: TestGateway
let viewers: Map<string, Viewer>

const hashOf = (sessionId: string): string =>
  createHash('sha256').update(sessionId).digest('base64url')

const newSession = (): { id: string; viewer: Viewer } => {
  const viewer: Viewer = { id: randomUUID(), username: 'reader-one', role: 'member' }
  const id = randomUUID()
  viewers.set(hashOf(id), viewer)
  return { id, viewer }
}

const lookups = () => site.auth.received.filter(({ url }) => url === '/internal/sessions/resolve')
const lastViewer = () => site.catalog.received.at(-1)?.passport?.viewer
const read = (sessionId: string) =>
  site.request({ path: '/api/boycotts', headers: { cookie: `sid=${sessionId}` } })
const publish = (event: EventDefinition, payload: unknown) =>
  site.bus.publish({ id: randomUUID(), subject: event.subject, payload, requestId: null })

beforeAll(async () => {
  site = await startTestGateway()
})
afterAll(() => site.stop())
beforeEach(async () => {
  viewers = new Map()
  site.auth.received.length = 0
  site.catalog.received.length = 0
  site.moderation.received.length = 0
  site.auth.replyWith(resolvedBy((hash) => viewers.get(hash)))
})

test('visitors without a session cause no call to auth', async () => {
  await site.request({ path: '/api/boycotts' })
  await site.request({ path: '/api/boycotts', headers: { cookie: 'theme=dark; __Host-sid=x' } })
  expect(lookups()).toEqual([])
  expect(lastViewer()).toBeNull()
})

test('concurrent requests share one session lookup, which sends only the hash', async () => {
  const { id, viewer } = newSession()
  await Promise.all(Array.from({ length: 20 }, () => read(id)))
  await read(id)
  expect(lookups()).toHaveLength(1)
  expect(lookups()[0]).toMatchObject({ passport: { issuer: 'gateway', viewer: null } })
  expect(lookups()[0]?.body).not.toContain(id)
  expect(site.catalog.received).toHaveLength(21)
  for (const { passport } of site.catalog.received) expect(passport?.viewer).toEqual(viewer)
})

test('an unknown session is a visitor: reads work, other calls are 401', async () => {
  await read('unknown')
  expect(lastViewer()).toBeNull()
  const response = await site.request({
    method: 'DELETE',
    path: '/api/boycotts/a1B2c3D4/vote',
    headers: { cookie: 'sid=unknown' },
  })
  expect(response).toMatchObject({ status: 401, body: { error: { code: 'signed_out' } } })
})

test('an ended session is removed from the cache by its event', async () => {
  const { id, viewer } = newSession()
  await read(id)
  expect(lastViewer()).toEqual(viewer)
  viewers.clear()
  await read(id)
  expect(lastViewer()).toEqual(viewer)
  await publish(sessionsEnded, { sessionHashes: [hashOf(id)] })
  await read(id)
  expect(lastViewer()).toBeNull()
})

test.each([
  ['signing out', 'POST', '/api/auth/logout', '', 204],
  ['signing in again', 'POST', '/api/auth/verify', '{"token":"a"}', 200],
])(
  '%s takes effect before the response, without waiting for the event',
  async (_case, method, path, body, status) => {
    const { id, viewer } = newSession()
    await read(id)
    expect(lastViewer()).toEqual(viewer)
    site.auth.replyWith((_received, response) => {
      response.writeHead(status, { 'set-cookie': 'sid=; Max-Age=0' }).end()
    })
    const headers = { cookie: `sid=${id}`, 'content-type': 'application/json' }
    expect(await site.request({ method, path, body, headers })).toMatchObject({ status })
    site.auth.replyWith(json(200, { viewer: null }))
    await read(id)
    expect(lastViewer()).toBeNull()
  },
)

test('signing out other sessions takes effect before the response, without waiting for the event', async () => {
  const [own, other] = [newSession(), newSession()]
  viewers.set(hashOf(other.id), own.viewer)
  await read(other.id)
  expect(lastViewer()).toEqual(own.viewer)
  site.auth.replyWith((received, response, request) => {
    if (received.url === '/internal/sessions/resolve') {
      resolvedBy((hash) => viewers.get(hash))(received, response, request)
      return
    }
    viewers.delete(hashOf(other.id))
    response
      .writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'device=x' })
      .end('{"ended":1}')
  })
  const path = '/api/account/sessions/end-others'
  const headers = { cookie: `sid=${own.id}`, 'content-type': 'application/json' }
  expect(await site.request({ method: 'POST', path, headers })).toMatchObject({ status: 200 })
  await read(other.id)
  expect(lastViewer()).toBeNull()
})

test('a demotion or a new username takes effect with its event', async () => {
  const { id, viewer } = newSession()
  await read(id)
  const renamed = { ...viewer, username: 'reader-two' }
  viewers.set(hashOf(id), renamed)
  await publish(userChanged, { user: renamed, version: 2, suspended: false })
  await read(id)
  expect(lastViewer()).toEqual(renamed)
})

test('a lookup in flight when its session ends is not cached', async () => {
  const { id, viewer } = newSession()
  let release = () => {}
  const requested = new Promise<void>((resolve) => {
    site.auth.replyWith((received, response, request) => {
      release = () => json(200, { viewer })(received, response, request)
      resolve()
    })
  })
  const early = read(id)
  await requested
  await publish(sessionsEnded, { sessionHashes: [hashOf(id)] })
  release()
  await early
  site.auth.replyWith(json(200, { viewer: null }))
  await read(id)
  expect(lastViewer()).toBeNull()
})

test.each([
  ['a vote', 'DELETE', '/api/boycotts/a1B2c3D4/vote', 'member', 'catalog'],
  ['a moderation call', 'GET', '/api/admin/stats', 'admin', 'moderation'],
  ['a call that suspended members may make', 'GET', '/api/auth/me', 'member', 'auth'],
] as const)(
  '%s during a restart of auth waits for it',
  async (_what, method, path, role, service) => {
    // Neither a lookup nor the retries reach their time limit.
    stopTimersOfTest()
    const { id, viewer } = newSession()
    viewers.set(hashOf(id), { ...viewer, role })
    let isAway = true
    site.auth.replyWith((received, response, request) => {
      if (received.url !== '/internal/sessions/resolve') {
        json(200, {})(received, response, request)
        return
      }
      const reply = isAway ? json(503, {}) : json(200, { viewer: { ...viewer, role } })
      isAway = lookups().length < 2
      reply(received, response, request)
    })
    const calling = await site.request({ method, path, headers: { cookie: `sid=${id}` } })
    expect(calling.status).toBe(200)
    expect(lookups()).toHaveLength(3)
    expect(site[service].received.at(-1)?.passport?.viewer).toEqual({ ...viewer, role })
  },
)

test("while auth is unavailable, reads continue as a visitor and members' calls are 503", async () => {
  await site.auth.stop()
  try {
    const reading = await read(randomUUID())
    expect(reading.status).toBe(200)
    expect(lastViewer()).toBeNull()
    const voting = await site.request({
      method: 'DELETE',
      path: '/api/boycotts/a1B2c3D4/vote',
      headers: { cookie: `sid=${randomUUID()}` },
    })
    expect(voting).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } })
    expect(voting.headers['retry-after']).toBe('1')
  } finally {
    await site.auth.start()
  }
})
