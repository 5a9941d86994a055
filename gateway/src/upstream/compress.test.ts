import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../testing/gateway.ts'
import { json } from '../testing/stand-in.ts'

let site: TestGateway

const rows = Array.from({ length: 200 }, (_, at) => ({ at, reasons: 'It sells anvils.' }))

beforeAll(async () => {
  site = await startTestGateway()
})
afterAll(() => site.stop())

const ask = (path: string, accepted: string, method = 'GET'): Promise<Response> =>
  fetch(new URL(path, site.url), { method, headers: { 'accept-encoding': accepted } })

const encodingOf = (response: Response): string | null => response.headers.get('content-encoding')

test('public reads have the most compact encoding that the browser accepts', async () => {
  site.catalog.replyWith(json(200, rows, { etag: '"1"', 'cache-control': 'no-cache' }))
  const brotli = await ask('/api/boycotts', 'gzip, deflate, br')
  expect(encodingOf(brotli)).toBe('br')
  expect(brotli.headers.get('etag')).toBe('W/"1"')
  expect(brotli.headers.get('vary')).toBe('cookie, accept-encoding')
  expect(brotli.headers.get('content-length')).toBe(null)
  expect(await brotli.json()).toEqual(rows)
  const gzip = await ask('/api/boycotts', 'gzip')
  expect(encodingOf(gzip)).toBe('gzip')
  expect(await gzip.json()).toEqual(rows)
})

test('a client that accepts no compression gets the identity encoding', async () => {
  site.catalog.replyWith(json(200, rows))
  for (const response of [
    await ask('/api/boycotts', 'identity'),
    await ask('/api/boycotts', 'br;q=0'),
  ]) {
    expect(response.status).toBe(200)
    expect(encodingOf(response)).toBe(null)
  }
})

test('small responses, errors and responses about the caller are not compressed', async () => {
  const small = json(200, rows.slice(0, 1))
  const error = { code: 'submission_not_found', message: 'x'.repeat(3_000), requestId: 'r' }
  site.catalog.replyWith((received, response, request) => {
    response.setHeader('content-length', JSON.stringify(rows.slice(0, 1)).length)
    small(received, response, request)
  })
  expect(encodingOf(await ask('/api/boycotts', 'br'))).toBe(null)
  site.catalog.replyWith(json(404, { error }))
  expect(encodingOf(await ask('/api/boycotts/a1B2c3D4', 'br'))).toBe(null)
  site.auth.replyWith(json(200, rows))
  expect(encodingOf(await ask('/api/auth/me', 'br'))).toBe(null)
})

test('an interrupted response is cut off, compressed or not', async () => {
  site.catalog.replyWith((_received, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '9000' })
    response.write(JSON.stringify(rows).slice(0, 4_000), () => response.destroy())
  })
  const headers = { 'accept-encoding': 'br', cookie: 'sid=a' }
  const text = fetch(new URL('/api/boycotts', site.url), { headers }).then((response) =>
    response.text(),
  )
  await expect(text).rejects.toThrow()
  // Cacheable responses are sent only when they are complete.
  expect((await ask('/api/boycotts', 'br')).status).toBe(503)
})
