import { setTimeout as pause } from 'node:timers/promises'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { rowsOf, shared, sharedBriefly } from '../testing/cached.ts'
import { startTestGateway, type TestGateway, type TestResponse } from '../testing/gateway.ts'
import { json } from '../testing/stand-in.ts'

const sites: TestGateway[] = []
let site: TestGateway
const rows = rowsOf('a1B2c3D4', 'e5F6g7H8')
const feed = '/api/boycotts'
const id = '4a3b2c1d-0000-4000-8000-000000000001'

beforeEach(async () => {
  site = await startTestGateway()
  sites.push(site)
  site.catalog.replyWith(shared(rows))
  site.auth.replyWith(json(200, { viewer: { id, username: 'reader-one', role: 'member' } }))
})
afterAll(() => Promise.all(sites.map((each) => each.stop())))

const ask = (path = feed, headers: Record<string, string> = {}): Promise<TestResponse> =>
  site.request({ path, headers })
const receivedUrls = (): string[] => site.catalog.received.map(({ url }) => url)

test('visitors share a response, which is fetched again after a second', async () => {
  site.catalog.replyWith(sharedBriefly(rows))
  expect((await ask()).body).toEqual(rows)
  site.catalog.replyWith(sharedBriefly([]))
  await until(async () => expect((await ask()).body).toEqual([]))
  expect(receivedUrls().length).toBe(2)
})

test('concurrent requests for the same share one call', async () => {
  site.catalog.replyWith((received, response, request) => {
    void pause(50).then(() => shared(rows)(received, response, request))
  })
  const responses = await Promise.all(Array.from({ length: 50 }, () => ask()))
  expect(receivedUrls()).toHaveLength(1)
  expect(responses.every(({ status }) => status === 200)).toBe(true)
  expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
  expect(new Set(responses.map(({ headers }) => headers['x-request-id'])).size).toBe(50)
})

test('every spelling of a query shares one cache entry, and undeclared parameters are not cached', async () => {
  const same = ['', '?', '?page=1', '?sort=hot&page=01', '?limit=30&page=1&sort=hot']
  for (const query of same) await ask(`${feed}${query}`)
  expect(receivedUrls()).toEqual([`${feed}?page=1&limit=30&sort=hot`])
  const refused = ['?page=1&utm=x', '?page=1&page=1', '?page=0', '?sort=best', '?page=1e0']
  for (const query of [...refused, ...refused]) await ask(`${feed}${query}`)
  await ask(`${feed}/a1B2c3D4?x=1`)
  await ask(`${feed}/a1B2c3D4?x=1`)
  expect(receivedUrls()).toHaveLength(1 + 2 * refused.length + 2)
})

test('responses to requests with a session are not cached', async () => {
  const own = [{ ...rows[0], userVote: 1 }]
  site.catalog.replyWith((received, response, request) => {
    const isMember = received.passport?.viewer?.id === id
    shared(isMember ? own : rows)(received, response, request)
  })
  const member = { cookie: 'theme=dark; sid=a' }
  expect((await ask(feed, member)).body).toEqual(own)
  expect((await ask()).body).toEqual(rows)
  const again = await ask(feed, member)
  expect(again.body).toEqual(own)
  expect(again.headers['cache-control']).toBe('no-store')
  expect((await ask(feed, { cookie: 'theme=dark' })).body).toEqual(rows)
  expect(receivedUrls()).toHaveLength(3)
  site.auth.replyWith(json(200, { viewer: null }))
  await ask(feed, { cookie: 'sid=over' })
  expect(receivedUrls()).toHaveLength(4)
})

test('a matching ETag gets 304 in every encoding', async () => {
  site.catalog.replyWith(
    shared(rows, { 'x-total-count': '38', link: '</api/boycotts>; rel="next"' }),
  )
  for (const encoding of ['br', 'gzip', 'identity']) {
    const request = { headers: { 'accept-encoding': encoding } }
    const headers = Object.fromEntries((await fetch(new URL(feed, site.url), request)).headers)
    expect(headers).toMatchObject({
      etag: expect.stringMatching(/^W\/"[\w-]{22}"$/),
      'cache-control': 'no-cache',
      vary: 'cookie, accept-encoding',
      'x-total-count': '38',
      'x-content-type-options': 'nosniff',
    })
    expect(headers['cdn-cache-control']).toBeUndefined()
    const tag = String(headers.etag)
    for (const held of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
      const unchanged = await ask(feed, { 'if-none-match': held, 'accept-encoding': encoding })
      expect(unchanged).toMatchObject({ status: 304, text: '', headers: { etag: tag } })
      expect(unchanged.headers['x-total-count']).toBe('38')
      expect(unchanged.headers['content-length']).toBeUndefined()
    }
    expect(await ask(feed, { 'if-none-match': '"other"' })).toMatchObject({ status: 200 })
  }
})

test("the service's own ETag is used", async () => {
  site.catalog.replyWith(shared(rows, { etag: '"7"' }))
  expect((await ask()).headers.etag).toBe('W/"7"')
  const unchanged = await ask(feed, { 'if-none-match': 'W/"7"' })
  expect(unchanged).toMatchObject({ status: 304, text: '', headers: { etag: 'W/"7"' } })
  expect(await ask(feed, { 'if-none-match': 'W/"6"' })).toMatchObject({ status: 200, body: rows })
})

test('another X-Total-Count is another ETag', async () => {
  site.catalog.replyWith(shared([], { 'x-total-count': '0' }))
  const first = await ask(`${feed}?page=2`)
  site.catalog.replyWith(shared([], { 'x-total-count': '5' }))
  expect((await ask(`${feed}?page=3`)).headers.etag).not.toBe(first.headers.etag)
})

test('a response is cached in every requested encoding', async () => {
  const fetched = async (accepted: string) => {
    const headers = { 'accept-encoding': accepted }
    const response = await fetch(new URL(feed, site.url), { headers })
    expect(await response.json()).toEqual(rows)
    return [response.headers.get('content-encoding'), response.headers.get('content-length')]
  }
  const accepted = ['gzip, deflate, br', 'gzip', 'br;q=0, gzip;q=0.5', 'identity']
  const encodings = await Promise.all([...accepted, ...accepted].map(fetched))
  expect(encodings.map(([encoding]) => encoding).slice(0, 4)).toEqual(['br', 'gzip', 'gzip', null])
  expect(encodings.slice(4)).toEqual(encodings.slice(0, 4))
  expect(encodings.every(([, length]) => Number(length) > 0)).toBe(true)
  expect(receivedUrls()).toHaveLength(1)
})

test('a response that must not be cached is fetched and counted for each request', async () => {
  site.catalog.replyWith(json(200, rows))
  const responses = await Promise.all(Array.from({ length: 10 }, () => ask()))
  expect(receivedUrls()).toHaveLength(10)
  for (const { headers } of responses) {
    expect(headers['cache-control']).toBe('no-store')
    expect(headers.ratelimit).toBeDefined()
  }
  const error = { code: 'submission_not_found', message: 'Gone.', requestId: 'r' }
  site.catalog.replyWith(json(404, { error }, { 'cdn-cache-control': 'max-age=1' }))
  for (const _ of [1, 2]) expect(await ask(`${feed}/a1B2c3D4`)).toMatchObject({ status: 404 })
  expect(receivedUrls()).toHaveLength(12)
})

test('only calls to the service count against the limit; cached responses do not', async () => {
  const limited = await startTestGateway({ TRUST_PROXY_HOPS: '1' })
  sites.push(limited)
  limited.catalog.replyWith(shared(rows))
  const headers = { 'x-forwarded-for': '192.0.2.77' }
  const read = (path: string) => limited.request({ path, headers })
  expect((await read(feed)).headers.ratelimit).toContain('r=5999;')
  expect((await read(feed)).headers.ratelimit).toBeUndefined()
  expect((await read(`${feed}/a1B2c3D4`)).headers.ratelimit).toContain('r=5998;')
})

test('HEAD and GET share cache entries', async () => {
  const response = await site.request({ path: feed, method: 'HEAD' })
  expect(response).toMatchObject({ status: 200, text: '' })
  expect((await ask()).body).toEqual(rows)
  expect(await site.request({ path: feed, method: 'HEAD' })).toMatchObject({
    status: 200,
    text: '',
  })
  expect(receivedUrls()).toHaveLength(1)
})
