import { randomUUID } from 'node:crypto'
import { commentChanged, submissionChanged } from '@answerable/contracts/events'
import { sorts } from '@answerable/contracts/submissions'
import { AppError } from '@answerable/service-kit/errors'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cacheEntryOf } from '../cache/cache-entry.ts'
import { openResponseCache } from '../cache/response-cache.ts'
import type { Config } from '../config.ts'
import type { AnonymousReads } from '../pages/anonymous-reads.ts'
import type { RequestContext } from '../routing/request-context.ts'
import { shared } from '../testing/cached.ts'
import { startTestGateway, type TestGateway } from '../testing/gateway.ts'
import { json } from '../testing/stand-in.ts'
import { feedEndpoints } from './feeds.ts'

let site: TestGateway
const origin = 'https://answerable.example'
const id = 'a1B2c3D4'
const at = '2026-11-20T08:00:00.000Z'

beforeAll(async () => {
  site = await startTestGateway({ PUBLIC_ORIGIN: origin })
})
afterAll(() => site.stop())
beforeEach(() => remove())

const submission = {
  id,
  targetName: 'Acme <& Sons>',
  reasons: 'It sells anvils.',
  author: { username: 'quiet-heron' },
  category: 'brand',
  createdAt: at,
  editedAt: null,
}
const comment = {
  id: 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa',
  content: 'I saw it.\nTwice.',
  createdAt: at,
  editedAt: null,
  author: null,
  state: 'shown',
}
const reply = {
  ...comment,
  id: 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb',
  content: 'Me too.',
  createdAt: '2026-11-21T08:00:00.000Z',
}

/** Replies to each path of the catalog. */
const replyWith = (bodies: Readonly<Record<string, unknown>>) =>
  site.catalog.replyWith((received, response, request) => {
    const body = bodies[received.url.split('?')[0] ?? '']
    const respond = body === undefined ? json(404, { error: { code: 'x' } }) : shared(body)
    respond(received, response, request)
  })

const publish = (subject: string, payload: object) =>
  site.bus.publish({ id: randomUUID(), subject, payload, requestId: null })
const remove = () =>
  publish(submissionChanged.subject, {
    changes: [
      {
        ...{ submissionId: id, version: 2, score: 1, commentCount: 1 },
        ...{ approved: false, cause: 'decision' },
      },
    ],
  })

const feedAt = (path: string) => site.request({ path })

test('the orders, countries and categories have feeds of their submissions', async () => {
  replyWith({ '/api/boycotts': [submission] })
  const paths = [
    ...sorts.map((sort) => `/feeds/${sort}.atom`),
    '/feeds/countries/FR.atom',
    '/feeds/categories/brand.atom',
  ]
  for (const path of paths) {
    const feed = await feedAt(path)
    expect(feed).toMatchObject({
      status: 200,
      headers: { 'content-type': 'application/atom+xml; charset=utf-8' },
    })
    expect(feed.text).toContain(`<id>${origin}${path}</id>`)
    expect(feed.text).toContain(`<id>${origin}/boycott/${id}</id>`)
    expect(feed.text).toContain('<title>Acme &lt;&amp; Sons&gt;</title>')
  }
  const asked = site.catalog.received.map(({ url }) => url)
  expect(asked).toContain('/api/boycotts?page=1&limit=30&sort=new&category=brand')
  expect(asked).toContain('/api/boycotts?page=1&limit=30&sort=new&country=FR')
})

test('a business has a feed, also under a slug of another script and a former one', async () => {
  const business = { id: 'bbbbbbbb', name: '日本', createdAt: at }
  const slug = encodeURIComponent('日本')
  replyWith({ [`/api/businesses/${slug}`]: business, '/api/boycotts': [submission] })
  const feed = await feedAt(`/feeds/businesses/${slug}.atom`)
  expect(feed.text).toContain('<title>Answerable: 日本</title>')
  expect(feed.text).toContain(`href="${origin}/businesses/${slug}"`)
  site.catalog.replyWith(json(301, {}, { location: '/api/businesses/new-name' }))
  expect(await feedAt('/feeds/businesses/former.atom')).toMatchObject({
    status: 301,
    headers: { location: '/feeds/businesses/new-name.atom' },
  })
})

test('the feed of a boycott has its comments in public view, newest first', async () => {
  const removed = { ...comment, id: randomUUID(), state: 'removed', content: '' }
  replyWith({
    [`/api/boycotts/${id}`]: submission,
    [`/api/boycotts/${id}/comments`]: [comment, reply, removed],
  })
  const { text } = await feedAt(`/feeds/boycotts/${id}.atom`)
  const ids = [...text.matchAll(/<id>urn:uuid:(.*)<\/id>/g)].map(([, found]) => found)
  expect(ids).toEqual([reply.id, comment.id])
  expect(text).toContain('<title>I saw it.</title>')
  expect(text).toContain('<name>Unknown</name>')
  expect(text).toContain(`href="${origin}/boycott/${id}#comment-${comment.id}"`)
})

test('every feed has the further pages of its list, up to the tenth', async () => {
  const next = { link: '</x?page=2>; rel="next"' }
  site.catalog.replyWith((received, response, request) => {
    const { pathname, searchParams } = new URL(received.url, origin)
    const isList = pathname !== `/api/boycotts/${id}`
    const row = pathname.endsWith('comments') ? comment : submission
    const headers = searchParams.get('page') === '3' ? {} : next
    shared(isList ? [row] : submission, isList ? headers : {})(received, response, request)
  })
  for (const path of [
    '/feeds/top.atom',
    '/feeds/countries/DE.atom',
    `/feeds/boycotts/${id}.atom`,
  ]) {
    const link = (rel: string, page: number) =>
      `<link rel="${rel}" type="application/atom+xml" href="${origin}${path}${page === 1 ? '' : `?page=${page}`}"/>`
    const [first, second, third] = [
      (await feedAt(path)).text,
      (await feedAt(`${path}?page=2`)).text,
      (await feedAt(`${path}?page=3`)).text,
    ]
    expect(first).toContain(link('next', 2))
    expect(first).not.toContain('rel="previous"')
    for (const expected of [link('self', 2), link('previous', 1), link('next', 3)])
      expect(second).toContain(expected)
    expect(third).toContain(link('previous', 2))
    expect(third).not.toContain('rel="next"')
    expect((await feedAt(`${path}?page=1&utm_source=x`)).text).toBe(first)
    for (const page of ['0', '11', '-1', 'x', '1e1', ''])
      expect(await feedAt(`${path}?page=${page}`)).toMatchObject({ status: 404 })
  }
  const asked = site.catalog.received.map(({ url }) => url)
  expect(asked).toContain(`/api/boycotts/${id}/comments?page=3&sort=newest`)
  expect(asked).toContain('/api/boycotts?page=2&limit=30&sort=new&country=DE')
})

test('the moderation log and the demands that were met have feeds', async () => {
  const decisionId = randomUUID()
  site.moderation.replyWith(
    json(200, [
      {
        ...{ position: 7, decisionId, kind: 'remove-comment', reasonCode: 'spam', category: null },
        ...{ moderator: 'administrator', decidedAt: at, onAppeal: false, hash: 'f'.repeat(64) },
      },
    ]),
  )
  const log = await feedAt('/feeds/moderation-log.atom')
  expect(log.text).toContain(`<id>urn:uuid:${decisionId}</id>`)
  expect(log.text).toContain('<title>Comment removed</title>')
  expect(log.text).toContain('By: Administrator')
  const outcome = {
    ...{ submission: { ...submission, status: 'met' }, date: '2026-11-01' },
    ...{ text: 'It gave in.', source: 'https://example.org/', confirmedAt: at },
  }
  replyWith({ '/api/impact/outcomes': [outcome] })
  const impact = await feedAt('/feeds/impact.atom')
  expect(impact.text).toContain('<title>Met: Acme &lt;&amp; Sons&gt;</title>')
})

test('a reader with the ETag gets 304', async () => {
  replyWith({ '/api/boycotts': [submission] })
  const path = '/feeds/new.atom'
  const etag = String((await feedAt(path)).headers.etag)
  expect(await site.request({ path, headers: { 'if-none-match': etag } })).toMatchObject({
    status: 304,
    text: '',
  })
})

test('concurrent readers share one feed', async () => {
  replyWith({ '/api/boycotts': [submission] })
  const before = site.catalog.received.length
  await Promise.all(Array.from({ length: 20 }, () => feedAt('/feeds/top.atom')))
  expect(site.catalog.received.length).toBe(before + 1)
})

test('a refusal of one network does not reach readers of another', async () => {
  const read: AnonymousReads = async ({ requestId }) =>
    requestId === 'refused'
      ? { kind: 'refused', error: new AppError('too_many_requests') }
      : { kind: 'cached', entry: cacheEntryOf(emptyList, lifetime, performance.now()) }
  const emptyList = { status: 200, headers: {}, body: Buffer.from('[]') }
  const lifetime = { freshMilliseconds: 1_000, staleMilliseconds: 1_000 }
  const feeds = feedEndpoints(
    { PUBLIC_ORIGIN: origin } as Config,
    { documentCache: openResponseCache() },
    read,
  )
  const statusFor = (requestId: string) =>
    new Promise<number>((resolve, reject) => {
      const response = {
        writeHead: (status: number) => {
          resolve(status)
          return { end: () => {} }
        },
      }
      const path = '/feeds/new.atom'
      const context = { path, requestId, headers: [], request: { headers: {} }, response }
      const feed = feeds.find((one) => one.path === path)
      feed?.target(context as unknown as RequestContext).catch(reject)
    })
  const [refused, other] = await Promise.allSettled([statusFor('refused'), statusFor('other')])
  expect(refused).toMatchObject({ status: 'rejected' })
  expect(other).toEqual({ status: 'fulfilled', value: 200 })
})

test('a removed submission or comment is in no feed', async () => {
  replyWith({
    '/api/boycotts': [submission],
    [`/api/boycotts/${id}`]: submission,
    [`/api/boycotts/${id}/comments`]: [comment],
  })
  expect((await feedAt('/feeds/new.atom')).text).toContain('anvils')
  expect((await feedAt(`/feeds/boycotts/${id}.atom`)).text).toContain('I saw it')
  replyWith({
    '/api/boycotts': [],
    [`/api/boycotts/${id}`]: submission,
    [`/api/boycotts/${id}/comments`]: [{ ...comment, state: 'removed', content: '' }],
  })
  await publish(commentChanged.subject, {
    ...{ submissionId: id, commentId: comment.id, rootId: null, parentId: null, authorId: null },
    ...{ parentAuthorId: null, mentioned: [], state: 'removed', cause: 'removed', version: 2 },
  })
  expect((await feedAt(`/feeds/boycotts/${id}.atom`)).text).not.toContain('I saw it')
  await remove()
  expect((await feedAt('/feeds/new.atom')).text).not.toContain('anvils')
  site.catalog.replyWith(json(404, { error: { code: 'submission_not_found' } }))
  await remove()
  const gone = await feedAt(`/feeds/boycotts/${id}.atom`)
  expect(gone.status).toBe(404)
  expect(gone.text).not.toContain('Acme')
})

test('a feed of something that does not exist is missing', async () => {
  for (const path of ['countries/XX', 'countries/fr', 'categories/none', 'boycotts/short', 'other'])
    expect(await feedAt(`/feeds/${path}.atom`)).toMatchObject({ status: 404 })
})
