import { pages } from '@answerable/contracts/pages'
import { sessionHintCookie } from '@answerable/contracts/sign-in'
import { stopTimeoutsOfFile } from '@answerable/service-kit/testing/still-clock'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  pageText,
  scriptText,
  startTestGateway,
  type TestGateway,
  type TestResponse,
} from '../testing/gateway.ts'
import { json } from '../testing/stand-in.ts'
import { readTimeoutMilliseconds } from './anonymous-page.ts'

let site: TestGateway
const asset = '/assets/app-1a2b3c.js'
const error = { code: 'submission_not_found', message: 'Gone.', requestId: 'r' }

beforeAll(async () => {
  site = await startTestGateway()
})
afterAll(() => site.stop())
// On a slow machine a page would not wait long enough for its data.
stopTimeoutsOfFile()
beforeEach(() => {
  site.catalog.replyWith(json(200, {}))
})

const expectPage = (response: TestResponse, status: number) => {
  expect(response).toMatchObject({ status, text: pageText })
  expect(response.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
  })
}

test('every page is the same document, and so is any other path, with status 404', async () => {
  for (const path of Object.values(pages)) {
    expectPage(
      await site.request({ path: path.replace(':country', 'FR').replace(/:\w+/, 'a1B2c3D4') }),
      200,
    )
  }
  for (const path of [
    '/nowhere',
    '/about/',
    '/About',
    '/index.html',
    '/boycott',
    '/boycott/short',
  ]) {
    expectPage(await site.request({ path }), 404)
  }
})

test('the page of a submission is 404 when the catalog has none, and 200 when the catalog does not respond', async () => {
  const path = '/boycott/a1B2c3D4'
  site.catalog.replyWith(json(404, { error }))
  expectPage(await site.request({ path }), 404)
  expect(site.catalog.received.at(-1)).toMatchObject({
    url: '/api/boycotts/a1B2c3D4',
    passport: { viewer: null },
  })
  site.catalog.replyWith(json(503, { error: { ...error, code: 'unavailable' } }))
  expectPage(await site.request({ path }), 200)
  site.catalog.replyWith(() => {})
  site.catalog.received.length = 0
  const waiting = site.request({ path })
  await until(() => expect(site.catalog.received).toHaveLength(1))
  vi.advanceTimersByTime(readTimeoutMilliseconds)
  expectPage(await waiting, 200)
  await site.catalog.stop()
  expectPage(await site.request({ path }), 200)
  await site.catalog.start()
})

test('the page of a merged submission redirects to the other one, for visitors and members', async () => {
  const location = '/api/boycotts/zZ9yY8xX'
  site.catalog.replyWith(json(301, { mergedInto: 'zZ9yY8xX' }, { location }))
  for (const cookie of ['', `${sessionHintCookie}=1; sid=unknown`]) {
    const path = '/boycott/a1B2c3D4?from=mail'
    expect(await site.request({ path, headers: { cookie } })).toMatchObject({
      status: 301,
      headers: { location: '/boycott/zZ9yY8xX?merged=a1B2c3D4', 'cache-control': 'no-store' },
    })
    const api = await site.request({ path: '/api/boycotts/a1B2c3D4', headers: { cookie } })
    expect(api).toMatchObject({ status: 301, headers: { location, 'cache-control': 'no-store' } })
    expect(JSON.parse(api.text)).toEqual({ mergedInto: 'zZ9yY8xX' })
  }
})

test('the page of a member is 404 when nobody has the name, and search engines do not list it', async () => {
  const missing = { ...error, code: 'person_not_found' }
  site.catalog.replyWith(json(404, { error: missing }))
  const unlisted = { headers: { 'x-robots-tag': 'noindex' } }
  expect(await site.request({ path: '/people/nobody' })).toMatchObject({ status: 404, ...unlisted })
  expectPage(await site.request({ path: '/people/a%20b' }), 404)
  site.catalog.replyWith(json(503, { error: { ...error, code: 'unavailable' } }))
  expect(await site.request({ path: '/people/quiet-heron' })).toMatchObject({
    status: 200,
    ...unlisted,
  })
})

test('the page of a business is 404 when there is none, and a former slug redirects', async () => {
  const missing = { ...error, code: 'business_not_found' }
  site.catalog.replyWith(json(404, { error: missing }))
  expectPage(await site.request({ path: '/businesses/caf%C3%A9' }), 404)
  expect(site.catalog.received.at(-1)).toMatchObject({
    url: '/api/businesses/caf%C3%A9',
    passport: { viewer: null },
  })
  for (const path of ['/businesses/a--b', '/businesses/%FF', '/businesses/a%2Fb']) {
    expectPage(await site.request({ path }), 404)
  }
  site.catalog.replyWith(json(301, {}, { location: '/api/businesses/caf%C3%A9-2' }))
  expect(await site.request({ path: '/businesses/cafe' })).toMatchObject({
    status: 301,
    headers: { location: '/businesses/caf%C3%A9-2' },
    text: '',
  })
  site.catalog.replyWith(json(503, { error: { ...error, code: 'unavailable' } }))
  expectPage(await site.request({ path: '/businesses/cafe' }), 200)
})

test('the page of an unknown country is 404, and a code in lower case redirects', async () => {
  expectPage(await site.request({ path: '/places/FR' }), 200)
  for (const path of [
    '/places/ZZ',
    '/places/zz',
    '/places/constructor',
    '/places/FR/',
    '/places/',
  ]) {
    expectPage(await site.request({ path }), 404)
  }
  expect(await site.request({ path: '/places/fr' })).toMatchObject({
    status: 301,
    headers: { location: '/places/FR' },
  })
})

test('pages accept only GET and HEAD', async () => {
  expect(await site.request({ method: 'HEAD', path: '/' })).toMatchObject({ status: 200, text: '' })
  for (const path of ['/', '/nowhere', asset]) {
    const response = await site.request({ method: 'POST', path, body: '{}' })
    expect(response).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } })
  }
})

test('files have the encoding that the browser accepts', async () => {
  const encodingFor = async (accepted: string) => {
    const response = await site.request({ path: asset, headers: { 'accept-encoding': accepted } })
    expect(response).toMatchObject({ status: 200, headers: { vary: 'accept-encoding' } })
    return response.headers['content-encoding']
  }
  expect(await encodingFor('gzip, deflate, br')).toBe('br')
  expect(await encodingFor('gzip;q=0.5')).toBe('gzip')
  expect(await encodingFor('br;q=0, gzip;q=0.0')).toBeUndefined()
  expect(await encodingFor('')).toBeUndefined()
  const plain = await site.request({ path: asset })
  expect(plain).toMatchObject({
    text: scriptText,
    headers: { 'content-type': 'text/javascript; charset=utf-8' },
  })
})

test('a compressed file has the same content', async () => {
  const response = await fetch(new URL(asset, site.url), { headers: { 'accept-encoding': 'br' } })
  expect(response.headers.get('content-encoding')).toBe('br')
  expect(await response.text()).toBe(scriptText)
})

test('hashed files are cacheable for a year, others are revalidated with 304', async () => {
  const forAYear = 'public, max-age=31536000, immutable'
  for (const [path, cacheControl] of [
    [asset, forAYear],
    ['/favicon.svg', 'no-cache'],
    ['/', 'no-cache'],
  ] as const) {
    const first = await site.request({ path })
    expect(first.headers['cache-control']).toBe(cacheControl)
    const etag = String(first.headers.etag)
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await site.request({ path, headers: { 'if-none-match': known } })
      expect(again).toMatchObject({ status: 304, text: '', headers: { etag } })
    }
  }
})

test('a missing hashed file is a plain-text 404', async () => {
  for (const path of [
    '/assets/app-000000.js',
    '/assets/',
    `${asset}.br`,
    '/assets/../index.html',
  ]) {
    const response = await site.request({ path })
    expect(response).toMatchObject({ status: 404, text: 'Not found' })
    expect(response.headers['cache-control']).toBe('no-store')
  }
})

test('no path reaches a file outside the web build', async () => {
  for (const path of ['/../package.json', '/..%2f..%2fetc/passwd', '/assets\\..\\..\\x', '/.env']) {
    expectPage(await site.request({ path }), 404)
  }
})

test('a Range header is ignored', async () => {
  const response = await site.request({ path: asset, headers: { range: 'bytes=5-2' } })
  expect(response).toMatchObject({ status: 200, text: scriptText })
})

test('every kind of response has the security headers', async () => {
  const production = await startTestGateway({ PUBLIC_ORIGIN: 'https://answerable.example' })
  const unsafe = { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } }
  for (const target of [
    { path: '/' },
    { path: '/nowhere' },
    { path: '/assets/missing.js' },
    { path: '/api/boycotts' },
    { path: '/api/unknown' },
    { path: '/live' },
    { path: '/api/boycotts', method: 'PUT' },
    { path: '/api/boycotts', ...unsafe },
    { path: `/${'x'.repeat(3_000)}` },
  ]) {
    const { headers } = await production.request(target)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-frame-options': 'DENY',
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
    })
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/^default-src 'none'; /)
    expect(policy).not.toContain('unsafe')
    expect(headers['permissions-policy']).toContain('clipboard-write=(self)')
    expect(headers['x-request-id']).toBeDefined()
    expect(headers['x-powered-by']).toBeUndefined()
  }
  const { headers: ofFile } = await production.request({ path: asset })
  expect(ofFile).toMatchObject({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-resource-policy': 'same-origin',
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
  })
  expect(Object.keys(ofFile)).not.toContain('permissions-policy')
  const { headers: ofWorker } = await production.request({ path: '/my-boycotts-worker.js' })
  expect(ofWorker).toMatchObject({
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
    'content-type': 'text/javascript; charset=utf-8',
  })
  await production.stop()
  const { headers } = await site.request({ path: '/' })
  expect(headers['strict-transport-security']).toBeUndefined()
})
