import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { submissionChanged } from '@answerable/contracts/events'
import { sessionHintCookie } from '@answerable/contracts/sign-in'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rowsOf, shared } from '../testing/cached.ts'
import { startTestGateway, type TestGateway } from '../testing/gateway.ts'
import { json } from '../testing/stand-in.ts'

let site: TestGateway
let directory: string
const id = 'a1B2c3D4'
const plainPage = '<!doctype html><title>Answerable</title>'

/** Draws what it was given and how often it has drawn. */
const drawing = `
  let count = 0
  export const requestsFor = (path, search) => {
    if (path === '/') return search === '' ? ['/api/boycotts?page=1&limit=30&sort=hot'] : null
    return path.startsWith('/boycott/') ? ['/api/boycotts/' + path.slice(9)] : null
  }
  export const render = async (index, page) => {
    if (page.answers.some(({ body }) => body.includes('undrawable'))) throw new Error('no')
    count += 1
    const shown = page.answers.map(({ body, total }) => body + ' of ' + total).join()
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
beforeEach(async () => {
  site.catalog.replyWith(shared(rowsOf(id), { 'x-total-count': '41' }))
  await removed()
})

/** Whatever the gateway has kept, it may keep no longer. */
const removed = (): Promise<void> =>
  site.bus.publish({
    id: randomUUID(),
    subject: submissionChanged.subject,
    payload: {
      submissionId: id,
      version: 2,
      score: 1,
      commentCount: 1,
      approved: false,
      cause: 'decision',
    },
    requestId: null,
  })

test('a visitor gets the page with what it shows, compressed, and 304 when it is held already', async () => {
  const page = await site.ask({ path: '/' })
  expect(page).toMatchObject({ status: 200, headers: { vary: 'cookie, accept-encoding' } })
  expect(page.text).toContain('anvils')
  expect(page.text).toContain(' of 41')
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'/)
  expect(page.headers['ratelimit-policy']).toBeUndefined()
  const small = await site.ask({ path: '/', headers: { 'accept-encoding': 'br' } })
  expect(small.headers['content-encoding']).toBe('br')
  const again = await site.ask({
    path: '/',
    headers: { 'if-none-match': String(page.headers.etag) },
  })
  expect(again).toMatchObject({ status: 304, text: '' })
})

test('whoever may be signed in gets the plain page, which nothing of others can be in', async () => {
  for (const cookie of ['sid=made-up', `${sessionHintCookie}=1`]) {
    expect(await site.ask({ path: '/', headers: { cookie } })).toMatchObject({ text: plainPage })
  }
})

test('a page is drawn once for all until what it shows has changed', async () => {
  const texts = async () => {
    const answers = await Promise.all([site.ask({ path: '/' }), site.ask({ path: '/' })])
    return new Set(answers.map(({ text }) => text))
  }
  const first = await texts()
  expect(first.size).toBe(1)
  expect(await texts()).toEqual(first)
  site.catalog.replyWith(shared(rowsOf('e5F6g7H8'), { 'x-total-count': '40' }))
  await removed()
  await until(async () => {
    const { text } = await site.ask({ path: '/' })
    expect(text).toContain('e5F6g7H8')
    expect(text).not.toContain(id)
  })
})

test('what was removed is in no page from then on, however new the page is', async () => {
  expect((await site.ask({ path: '/' })).text).toContain(id)
  site.catalog.replyWith(shared(rowsOf('e5F6g7H8'), { 'x-total-count': '40' }))
  await removed()
  expect((await site.ask({ path: '/' })).text).not.toContain(id)
})

test('a submission that is not there is the plain page with status 404', async () => {
  expect(await site.ask({ path: `/boycott/${id}` })).toMatchObject({ status: 200 })
  const error = { code: 'submission_not_found', message: 'Gone.', requestId: 'r' }
  site.catalog.replyWith(json(404, { error }))
  await removed()
  const path = `/boycott/${id}`
  expect(await site.ask({ path })).toMatchObject({ status: 404, text: plainPage })
})

test('while the catalog is silent, broken or refuses, and nothing is kept, the page comes plain and soon', async () => {
  const bare = await startTestGateway({ WEB_DIR: directory })
  for (const reply of [() => {}, json(500, {}), json(429, {})]) {
    bare.catalog.replyWith(reply)
    expect(await bare.ask({ path: '/' })).toMatchObject({ status: 200, text: plainPage })
  }
  await bare.stop()
})

test('a page that cannot be drawn comes plain', async () => {
  site.catalog.replyWith(shared([{ id, reasons: 'undrawable' }], { 'x-total-count': '1' }))
  await removed()
  for (const _ of [1, 2]) {
    expect(await site.ask({ path: '/' })).toMatchObject({ status: 200, text: plainPage })
  }
})

test('an address with anything made up is drawn by nobody', async () => {
  const before = site.catalog.received.length
  expect(await site.ask({ path: '/?x=1' })).toMatchObject({ text: plainPage })
  expect(site.catalog.received.length).toBe(before)
})

test('what draws pages is not served itself', async () => {
  for (const path of ['/.prerender/render.js', '/.prerender/', '/.prerender']) {
    expect(await site.ask({ path })).toMatchObject({ status: 404, text: plainPage })
  }
})
