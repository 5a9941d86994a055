import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { submissionChanged } from '@answerable/contracts/events'
import { sessionHintCookie } from '@answerable/contracts/sign-in'
import { stopTimeoutsOfFile } from '@answerable/service-kit/testing/still-clock'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { rowsOf, shared } from '../testing/cached.ts'
import { startTestGateway, type TestGateway } from '../testing/gateway.ts'
import { json } from '../testing/stand-in.ts'
import { readTimeoutMilliseconds } from './anonymous-page.ts'

let site: TestGateway
let directory: string
const id = 'a1B2c3D4'
const plainPage = '<!doctype html><title>Answerable</title>'

/** Renders its data and the number of renderings. */
const drawing = `
  let count = 0
  export const requestsFor = (path, search) => {
    if (path === '/') return search === '' ? ['/api/boycotts?page=1&limit=30&sort=hot'] : null
    return path.startsWith('/boycott/') ? ['/api/boycotts/' + path.slice(9)] : null
  }
  export const render = async (index, page) => {
    if (page.responses.some(({ body }) => body.includes('undrawable'))) throw new Error('no')
    count += 1
    const shown = page.responses.map(({ body, total }) => body + ' of ' + total).join()
    return index + '<p>drawing ' + count + '</p>' + shown
  }
`

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'answerable-web-'))
  await mkdir(join(directory, '.prerender'))
  await writeFile(join(directory, 'index.html'), plainPage)
  await writeFile(join(directory, '.prerender/render.js'), drawing)
  site = await startTestGateway({ WEB_DIR: directory })
})
afterAll(async () => {
  await site.stop()
  await rm(directory, { recursive: true })
})
// On a slow machine a page would not wait long enough for its data.
stopTimeoutsOfFile()
beforeEach(async () => {
  site.catalog.replyWith(shared(rowsOf(id), { 'x-total-count': '41' }))
  await removed()
})

/** Publishes the removal of the submission. */
const removed = (): Promise<void> =>
  site.bus.publish({
    id: randomUUID(),
    subject: submissionChanged.subject,
    payload: {
      changes: [
        {
          submissionId: id,
          version: 2,
          score: 1,
          commentCount: 1,
          approved: false,
          cause: 'decision',
        },
      ],
    },
    requestId: null,
  })

test('a visitor gets a prerendered page, compressed, and 304 for a matching ETag', async () => {
  const page = await site.request({ path: '/' })
  expect(page).toMatchObject({ status: 200, headers: { vary: 'cookie, accept-encoding' } })
  expect(page.text).toContain('anvils')
  expect(page.text).toContain(' of 41')
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'/)
  expect(page.headers['ratelimit-policy']).toBeUndefined()
  const small = await site.request({ path: '/', headers: { 'accept-encoding': 'br' } })
  expect(small.headers['content-encoding']).toBe('br')
  const again = await site.request({
    path: '/',
    headers: { 'if-none-match': String(page.headers.etag) },
  })
  expect(again).toMatchObject({ status: 304, text: '' })
})

test('a client that may be signed in gets the page without content', async () => {
  for (const cookie of ['sid=made-up', `${sessionHintCookie}=1`]) {
    expect(await site.request({ path: '/', headers: { cookie } })).toMatchObject({
      text: plainPage,
    })
  }
})

test('a page is rendered once until its data changes', async () => {
  const texts = async () => {
    const responses = await Promise.all([site.request({ path: '/' }), site.request({ path: '/' })])
    return new Set(responses.map(({ text }) => text))
  }
  const first = await texts()
  expect(first.size).toBe(1)
  expect(await texts()).toEqual(first)
  site.catalog.replyWith(shared(rowsOf('e5F6g7H8'), { 'x-total-count': '40' }))
  await removed()
  await until(async () => {
    const { text } = await site.request({ path: '/' })
    expect(text).toContain('e5F6g7H8')
    expect(text).not.toContain(id)
  })
})

test('a removed submission is in no page, however recent', async () => {
  expect((await site.request({ path: '/' })).text).toContain(id)
  site.catalog.replyWith(shared(rowsOf('e5F6g7H8'), { 'x-total-count': '40' }))
  await removed()
  expect((await site.request({ path: '/' })).text).not.toContain(id)
})

test('a missing submission is the page without content, with status 404', async () => {
  expect(await site.request({ path: `/boycott/${id}` })).toMatchObject({ status: 200 })
  const error = { code: 'submission_not_found', message: 'Gone.', requestId: 'r' }
  site.catalog.replyWith(json(404, { error }))
  await removed()
  const path = `/boycott/${id}`
  expect(await site.request({ path })).toMatchObject({ status: 404, text: plainPage })
})

test('when the catalog is slow or fails and nothing is cached, the page is sent soon, without content', async () => {
  const bare = await startTestGateway({ WEB_DIR: directory })
  for (const reply of [json(500, {}), json(429, {})]) {
    bare.catalog.replyWith(reply)
    expect(await bare.request({ path: '/' })).toMatchObject({ status: 200, text: plainPage })
  }
  expect(bare.catalog.received).toHaveLength(2)
  bare.catalog.replyWith(() => {})
  const waiting = bare.request({ path: '/' })
  await until(() => expect(bare.catalog.received).toHaveLength(3))
  vi.advanceTimersByTime(readTimeoutMilliseconds)
  expect(await waiting).toMatchObject({ status: 200, text: plainPage })
  await bare.stop()
})

test('a page that cannot be rendered is sent without content', async () => {
  site.catalog.replyWith(shared([{ id, reasons: 'undrawable' }], { 'x-total-count': '1' }))
  await removed()
  for (const _ of [1, 2]) {
    expect(await site.request({ path: '/' })).toMatchObject({ status: 200, text: plainPage })
  }
})

test('URLs with undeclared parameters are not rendered', async () => {
  const before = site.catalog.received.length
  expect(await site.request({ path: '/?x=1' })).toMatchObject({ text: plainPage })
  expect(site.catalog.received.length).toBe(before)
})

test('the prerenderer itself is not served', async () => {
  for (const path of ['/.prerender/render.js', '/.prerender/', '/.prerender']) {
    expect(await site.request({ path })).toMatchObject({ status: 404, text: plainPage })
  }
})
