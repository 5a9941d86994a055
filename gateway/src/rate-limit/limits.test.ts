import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { errorBody } from '@answerable/contracts/errors'
import { type Limit, type LimitName, limitOf, limits } from '@answerable/contracts/limits'
import type { Route } from '@answerable/contracts/route'
import { routes } from '@answerable/contracts/routes'
import { stopTimersOfFile } from '@answerable/service-kit/testing/still-clock'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Caller, newAddress, openSessions, repeat } from '../testing/callers.ts'
import { startTestGateway, type TestGateway, type TestResponse } from '../testing/gateway.ts'
import { json } from '../testing/stand-in.ts'

let site: TestGateway
let people: ReturnType<typeof openSessions>

beforeAll(async () => {
  site = await startTestGateway({ TRUST_PROXY_HOPS: '1' })
  people = openSessions(site)
})
afterAll(() => site.stop())
// On a slow machine a window would end during a test, and calls would time out.
stopTimersOfFile()

const ask = (
  route: Route,
  { headers }: Caller,
  gateway = site,
  agent: Agent | false = false,
): Promise<TestResponse> =>
  gateway.request({
    method: route.method,
    agent,
    path: route.path.replace(/:\w+/g, 'a1B2c3D4'),
    ...(route.body === undefined
      ? { headers }
      : { headers: { ...headers, 'content-type': 'application/json' }, body: '{}' }),
  })

const statuses = (responses: readonly TestResponse[]) =>
  responses.map(({ status }) => status).toSorted()

const {
  castVote,
  withdrawVote,
  submitBoycott,
  postComment,
  flagSubmission,
  postAppeal,
  analyzeError,
  approveSubmission,
  listSubmissions,
  readSubmission,
  readStats,
  readSiteInformation,
  requestMagicLink,
  verifyCode,
  verifyLink,
  logOut,
  endOtherSessions,
} = routes

/** One call of each limit that applies to members. */
const calls: [Exclude<LimitName, 'handshakes'>, Route][] = [
  ['votes', castVote],
  ['submissions', submitBoycott],
  ['comments', postComment],
  ['flags', flagSubmission],
  ['appeals', postAppeal],
  ['administration', approveSubmission],
  ['diagnostics', analyzeError],
  ['reads', readSubmission],
]

const shortestWindow = (windows: Limit['member'] = []) =>
  windows[0] ?? { calls: 0, windowSeconds: 0 }

describe.each(calls)('%s', (name, route) => {
  const limit: Limit = limits[name]
  const { calls: allowed, windowSeconds } = shortestWindow(limit.member)

  test('a member may make the declared number of calls, and then gets 429 until the window ends', async () => {
    expect(limitOf(route)).toBe(name)
    const member = people.member(newAddress(), 'admin')
    const responses = await repeat(allowed, () => ask(route, member))
    expect(new Set(statuses(responses))).toEqual(new Set([200]))
    const refused = await ask(route, member)
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'too_many_requests' } } })
    expect(errorBody.safeParse(refused.body).success).toBe(true)
    const seconds = Number(refused.headers['retry-after'])
    expect(seconds).toBeGreaterThan(windowSeconds - 15)
    expect(seconds).toBeLessThanOrEqual(windowSeconds)
    expect((await ask(route, people.member(newAddress(), 'admin'))).status).toBe(200)
  })

  test('refused calls reach no service', async () => {
    const member = people.member(newAddress(), 'admin')
    const reached = () =>
      [site.catalog, site.moderation, site.diagnostics]
        .flatMap(({ received }) => received)
        .filter(({ passport }) => passport?.viewer?.id === member.viewer?.id)
    await repeat(allowed + 3, () => ask(route, member))
    expect(reached()).toHaveLength(allowed)
  })
})

test('accounts of one mailbox share their limits', async () => {
  const voter = { id: randomUUID(), joinedAt: new Date().toISOString() }
  const { calls: allowed } = shortestWindow(limits.flags.member)
  const account = () => ask(flagSubmission, people.member(newAddress(), 'member', voter))
  expect(new Set(statuses(await repeat(allowed, account)))).toEqual(new Set([200]))
  expect((await account()).status).toBe(429)
})

const networkCalls: [Exclude<LimitName, 'handshakes'>, Route][] = [
  ['votes', castVote],
  ['submissions', submitBoycott],
  ['comments', postComment],
  ['flags', flagSubmission],
  ['appeals', postAppeal],
  ['diagnostics', analyzeError],
]

test.each(networkCalls)('%s of a network are limited, whoever casts them', async (name, route) => {
  const limit: Limit = limits[name]
  const { calls: allowed } = shortestWindow(limit.network)
  const address = newAddress()
  const each = () => ask(route, people.member(address))
  expect(new Set(statuses(await repeat(allowed, each)))).toEqual(new Set([200]))
  expect(await each()).toMatchObject({ status: 429 })
  expect((await ask(route, people.member())).status).toBe(200)
})

const visitorCalls: [Exclude<LimitName, 'handshakes'>, Route][] = [
  ['mails', requestMagicLink],
  ['codes', verifyCode],
  ['codes', verifyLink],
  ['diagnostics', analyzeError],
]

test.each(visitorCalls)('%s of the visitors of a network are limited', async (name, route) => {
  const limit: Limit = limits[name]
  const { calls: allowed } = shortestWindow(limit.visitors ?? limit.network)
  const address = newAddress()
  const each = () => ask(route, people.visitor(address))
  // Whether or not their service refuses them.
  expect(statuses(await repeat(allowed, each))).not.toContain(429)
  expect(await each()).toMatchObject({ status: 429 })
  expect((await ask(route, people.visitor())).status).toBe(200)
})

test('a refusal with a small body keeps the connection open', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const { headers } = people.visitor()
  const call = () => ask(verifyCode, { viewer: null, headers }, site, agent)
  const responses = []
  for (let time = 0; time < 35; time += 1) responses.push(await call())
  expect(responses.at(-1)?.status).toBe(429)
  const connections = responses.map((response) => response.headers.connection)
  expect(new Set(connections)).toEqual(new Set(['keep-alive']))
})

test('visitors cannot use up the limits of the members of their network', async () => {
  const address = newAddress()
  await repeat(shortestWindow(limits.writes.visitors).calls, () =>
    ask(logOut, people.visitor(address)),
  )
  expect((await ask(logOut, people.visitor(address))).status).toBe(429)
  expect((await ask(logOut, people.member(address))).status).toBe(200)
})

test('a repeated call right after a refusal is refused without a session lookup', async () => {
  const member = people.member()
  const { calls: allowed } = shortestWindow(limits.settings.member)
  await repeat(allowed, () => ask(endOtherSessions, member))
  expect((await ask(endOtherSessions, member)).status).toBe(429)
  site.auth.received.length = 0
  const again = 40
  for (let time = 0; time < again; time += 1) {
    const refused = await ask(endOtherSessions, member)
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'too_many_requests' } } })
    expect(refused.headers.ratelimit).toMatch(/^"settings-member-60s";r=0;t=\d+$/)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  }
  // One per second.
  expect(site.auth.received.length).toBeLessThan(again / 2)
  const neighbour = people.member(member.headers['x-forwarded-for'])
  expect((await ask(endOtherSessions, neighbour)).status).toBe(200)
})

test("members' calls count against the limits of their network", async () => {
  const address = newAddress()
  const visitor = people.visitor(address)
  await repeat(1_200, () => ask(listSubmissions, people.visitor(address)))
  const response = await ask(listSubmissions, visitor)
  expect(response.status).toBe(200)
  expect(response.headers['ratelimit-policy']).toBe('"reads-network-300s";q=6000;w=300')
  expect(response.headers.ratelimit).toMatch(/^"reads-network-300s";r=4799;t=\d+$/)
  const byMember = await ask(listSubmissions, people.member(address))
  expect(byMember.headers.ratelimit).toMatch(/"reads-network-300s";r=4798;/)
  const reports = await repeat(11, () => ask(analyzeError, visitor))
  expect(statuses(reports)).toEqual([...Array(10).fill(200), 429])
  expect((await ask(analyzeError, people.member(address))).status).toBe(200)
})

test('a network is an IPv4 address, or the /64, /56 and /48 of an IPv6 address', async () => {
  const report = (address: string) => ask(analyzeError, people.visitor(address))
  await repeat(10, () => report('2001:db8:7:7::1'))
  expect((await report('2001:db8:7:7:ffff:1:2:3')).status).toBe(429)
  expect((await report('2001:DB8:7:7::2')).status).toBe(429)
  expect((await report('2001:db8:7:8::1')).status).toBe(200)
  for (let subnet = 0; subnet < 3; subnet += 1) {
    await repeat(10, () => report(`2001:db8:7:${subnet}::1`))
  }
  const refused = await report('2001:db8:7:4::1')
  expect(refused.status).toBe(429)
  expect(refused.headers.ratelimit).toMatch(/^"diagnostics-visitors56-60s";r=0;t=\d+$/)
  expect(refused.headers['ratelimit-policy']).toContain('"diagnostics-visitors56-60s";q=40;w=60')
  for (let subnet = 1; subnet < 13; subnet += 1) {
    await repeat(10, () => report(`2001:db8:7:${subnet}00::1`))
  }
  expect((await report('2001:db8:7:ff00::1')).headers.ratelimit).toMatch(
    /^"diagnostics-visitors48-60s";r=0;/,
  )
  expect((await report('2001:db8:8:7::1')).status).toBe(200)
  await repeat(10, () => report('198.51.100.7'))
  expect((await report('::ffff:198.51.100.7')).status).toBe(429)
  expect((await report('198.51.100.8')).status).toBe(200)
})

test('casting and withdrawing count as votes, on any submission', async () => {
  const member = people.member()
  await repeat(15, () => ask(castVote, member))
  await repeat(15, () => ask(withdrawVote, member))
  expect((await ask(castVote, member)).status).toBe(429)
  expect((await ask(withdrawVote, member)).status).toBe(429)
  expect((await ask(flagSubmission, member)).status).toBe(200)
})

test('a response reports every limit that applies and what remains of it', async () => {
  const { headers, status } = await ask(castVote, people.member())
  expect(status).toBe(200)
  expect(headers['ratelimit-policy']).toBe(
    '"votes-member-60s";q=30;w=60, "votes-member-86400s";q=300;w=86400, "votes-network-60s";q=120;w=60',
  )
  expect(headers.ratelimit).toBe(
    '"votes-member-60s";r=29;t=60, "votes-member-86400s";r=299;t=86400, "votes-network-60s";r=119;t=60',
  )
  expect(headers['retry-after']).toBeUndefined()
})

test('a refusal reports the exceeded limits, with their reset in Retry-After', async () => {
  const member = people.member()
  await ask(submitBoycott, member)
  const { headers } = await ask(submitBoycott, member)
  expect(headers['ratelimit-policy']).toContain('"submissions-member-86400s";q=20;w=86400')
  expect(headers.ratelimit).toBe(`"submissions-member-15s";r=0;t=${headers['retry-after']}`)
})

test('a refused call does not count', async () => {
  const member = people.member()
  await ask(postComment, member)
  const refused = await repeat(5, () => ask(postComment, member))
  expect(new Set(statuses(refused))).toEqual(new Set([429]))
  const { headers } = await ask(castVote, member)
  expect(headers.ratelimit).toContain('"votes-member-60s";r=29;')
  const neighbour = people.member(member.headers['x-forwarded-for'])
  const response = await ask(postComment, neighbour)
  expect(response.headers.ratelimit).toMatch(/"comments-network-3600s";r=58;/)
})

test('calls that are refused for other reasons do not count', async () => {
  const address = newAddress()
  const member = people.member(address)
  const evil = { ...member, headers: { ...member.headers, origin: 'https://evil.example' } }
  const stranger = { ...member, headers: { 'x-forwarded-for': address, cookie: 'sid=unknown' } }
  expect((await ask(castVote, evil)).status).toBe(403)
  expect((await ask(castVote, stranger)).status).toBe(401)
  expect((await ask(castVote, people.visitor(address))).status).toBe(401)
  expect((await ask(approveSubmission, member)).status).toBe(403)
  const long = await site.request({
    method: 'POST',
    path: castVote.path.replace(':id', 'a1B2c3D4'),
    headers: { ...member.headers, 'content-type': 'application/json' },
    body: 'x'.repeat(2_000),
  })
  expect(long.status).toBe(413)
  const { headers } = await ask(castVote, member)
  expect(headers.ratelimit).toMatch(/^"votes-member-60s";r=29;.*"votes-network-60s";r=119;/)
})

test('invalid and failed calls can be repeated at once', async () => {
  const ending = (site: TestGateway) => site.catalog.replyWith(json(200, {}))
  onTestFinished(() => ending(site))
  for (const status of [400, 500, 503]) {
    const member = people.member()
    site.catalog.replyWith(json(status, { error: {} }))
    expect((await ask(submitBoycott, member)).status).toBe(status)
    site.catalog.replyWith(json(200, {}))
    expect((await ask(submitBoycott, member)).status).toBe(200)
    expect((await ask(submitBoycott, member)).status).toBe(429)
  }
  const member = people.member()
  site.catalog.replyWith(json(409, { error: {} }))
  expect((await ask(submitBoycott, member)).status).toBe(409)
  expect((await ask(submitBoycott, member)).status).toBe(429)
})

test("administrators' reads count as reads, with HEAD too", async () => {
  const admin = people.member(newAddress(), 'admin')
  const { headers } = await ask(readStats, admin)
  expect(headers.ratelimit).toContain('"reads-member-300s";r=1199;')
  const head = await site.request({
    method: 'HEAD',
    path: listSubmissions.path,
    headers: admin.headers,
  })
  expect(head.headers.ratelimit).toContain('"reads-member-300s";r=1198;')
})

test('endpoints of the gateway itself have no limits', async () => {
  for (const path of ['/', '/live', '/ready', '/favicon.svg', readSiteInformation.path]) {
    expect((await site.request({ path })).headers.ratelimit).toBeUndefined()
  }
})

test('RATE_LIMITS=off disables all limits', async () => {
  const open = await startTestGateway({ TRUST_PROXY_HOPS: '1', RATE_LIMITS: 'off' })
  onTestFinished(() => open.stop())
  const member = openSessions(open).member()
  const responses = await repeat(12, () => ask(submitBoycott, member, open))
  expect(new Set(statuses(responses))).toEqual(new Set([200]))
  expect(responses[0]?.headers.ratelimit).toBeUndefined()
  expect(responses[0]?.headers['ratelimit-policy']).toBeUndefined()
})
