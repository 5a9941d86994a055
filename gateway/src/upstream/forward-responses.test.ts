import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../testing/gateway.ts'
import { json } from '../testing/stand-in.ts'

let site: TestGateway

beforeAll(async () => {
  site = await startTestGateway()
  const id = '4a3b2c1d-0000-4000-8000-000000000001'
  site.auth.replyWith(json(200, { viewer: { id, username: 'reader-one', role: 'member' } }))
})
afterAll(() => site.stop())

test('only allowed headers of a response are passed on', async () => {
  site.catalog.replyWith(
    json(200, [], {
      etag: '"1"',
      link: '</api/boycotts?page=2>; rel="next"',
      'x-total-count': '38',
      'x-unread-count': '3',
      'cache-control': 'public, max-age=1',
      server: 'inside/1.0',
      'x-powered-by': 'Express',
      'access-control-allow-origin': '*',
    }),
  )
  const { headers } = await site.request({ path: '/api/boycotts' })
  expect(headers).toMatchObject({
    etag: '"1"',
    link: '</api/boycotts?page=2>; rel="next"',
    'x-total-count': '38',
    'x-unread-count': '3',
    'cache-control': 'public, max-age=1',
    vary: 'cookie, accept-encoding',
  })
  for (const name of ['server', 'x-powered-by', 'access-control-allow-origin']) {
    expect(headers[name]).toBeUndefined()
  }
})

test("responses are cacheable only if the service allows it, and members' responses never in shared caches", async () => {
  const cacheControl = async (given: Record<string, string>, cookie?: string) => {
    site.catalog.replyWith(json(200, [], given))
    const headers = cookie === undefined ? {} : { cookie }
    return (await site.request({ path: '/api/boycotts', headers })).headers['cache-control']
  }
  expect(await cacheControl({})).toBe('no-store')
  expect(await cacheControl({ 'cache-control': 'public, max-age=1' })).toBe('public, max-age=1')
  expect(await cacheControl({ 'cache-control': 'public, max-age=1' }, 'sid=a')).toBe(
    'private, no-cache',
  )
})

test('a 304 is passed on for a matching If-None-Match', async () => {
  site.catalog.replyWith((received, response) => {
    const status = received.headers['if-none-match'] === '"1"' ? 304 : 200
    response.writeHead(status, { etag: '"1"', 'cache-control': 'no-cache' }).end()
  })
  const response = await site.request({
    path: '/api/boycotts',
    headers: { 'if-none-match': '"1"' },
  })
  expect(response).toMatchObject({ status: 304, text: '', headers: { etag: '"1"' } })
})

test('an error of the service is passed on unchanged', async () => {
  const error = { code: 'submission_not_found', message: 'Gone.', requestId: 'r' }
  site.catalog.replyWith(json(404, { error }, { 'cache-control': 'public, max-age=60' }))
  const response = await site.request({ path: '/api/boycotts/a1B2c3D4' })
  expect(response).toMatchObject({ status: 404, body: { error } })
  expect(response.headers['cache-control']).toBe('no-store')
})
