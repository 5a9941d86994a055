import { randomUUID } from 'node:crypto'
import { submissionChanged } from '@answerable/contracts/events'
import { limits } from '@answerable/contracts/limits'
import { sharedCacheHeader } from '@answerable/service-kit/http/shared-cache-control'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { robotsPath } from '../pages/text-files.ts'
import { startTestGateway, type TestGateway } from '../testing/gateway.ts'
import { json } from '../testing/stand-in.ts'

let site: TestGateway
const origin = 'https://answerable.example'
const hour = { [sharedCacheHeader]: 'max-age=3600' }

beforeAll(async () => {
  site = await startTestGateway({ PUBLIC_ORIGIN: origin })
})
afterAll(() => site.stop())
beforeEach(() => remove())

const remove = () =>
  site.bus.publish({
    id: randomUUID(),
    subject: submissionChanged.subject,
    payload: {
      changes: [
        {
          ...{ submissionId: 'a1B2c3D4', version: 2, score: 1, commentCount: 1 },
          ...{ approved: false, cause: 'decision' },
        },
      ],
    },
    requestId: null,
  })

test('robots.txt names the index, which names every part', async () => {
  site.catalog.replyWith(
    json(
      200,
      [
        { kind: 'boycotts', part: '2026-11' },
        { kind: 'businesses', part: '2026-10-01-z' },
      ],
      hour,
    ),
  )
  expect((await site.request({ path: robotsPath })).text).toContain(
    `Sitemap: ${origin}/sitemap.xml\n`,
  )
  const index = await site.request({ path: '/sitemap.xml' })
  expect(index).toMatchObject({
    status: 200,
    headers: { 'content-type': 'application/xml; charset=utf-8' },
  })
  expect([...index.text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual([
    `${origin}/sitemaps/pages.xml`,
    `${origin}/sitemaps/boycotts/2026-11.xml`,
    `${origin}/sitemaps/businesses/2026-10-01-z.xml`,
  ])
})

test('a part has the address of each page and its latest change', async () => {
  const changedAt = '2026-11-20T08:00:00.000Z'
  site.catalog.replyWith(json(200, [{ name: 'a1B2c3D4', changedAt }], hour))
  const boycotts = await site.request({ path: '/sitemaps/boycotts/2026-11.xml' })
  expect(boycotts.text).toContain(
    `<url><loc>${origin}/boycott/a1B2c3D4</loc><lastmod>${changedAt}</lastmod></url>`,
  )
  site.catalog.replyWith(json(200, [{ name: 'café-日本', changedAt: null }], hour))
  const businesses = await site.request({ path: '/sitemaps/businesses/2026-11-20-z.xml' })
  expect(businesses.text).toContain(
    `<url><loc>${origin}/businesses/caf%C3%A9-%E6%97%A5%E6%9C%AC</loc></url>`,
  )
})

test('the sitemap of pages has no private page', async () => {
  site.catalog.replyWith(json(200, [{ country: 'FR', boycotts: 1, businesses: 1 }], hour))
  const { text } = await site.request({ path: '/sitemaps/pages.xml' })
  for (const path of ['/', '/impact', '/places/FR', '/privacy'])
    expect(text).toContain(`<loc>${origin}${path}</loc>`)
  for (const path of ['/admin', '/settings', '/embed', '/auth', '/notifications', '/people'])
    expect(text).not.toContain(path)
})

test('a sitemap is read once an hour, and again after a removal', async () => {
  site.catalog.replyWith(json(200, [{ name: 'a1B2c3D4', changedAt: null }], hour))
  const path = '/sitemaps/boycotts/2026-11.xml'
  const read = () => site.request({ path })
  const before = site.catalog.received.length
  const [first] = await Promise.all([read(), read()])
  expect((await read()).headers.etag).toBe(first.headers.etag)
  expect(site.catalog.received.length).toBe(before + 1)
  const etag = String(first.headers.etag)
  expect(await site.request({ path, headers: { 'if-none-match': etag } })).toMatchObject({
    status: 304,
  })
  site.catalog.replyWith(json(200, [{ name: 'e5F6g7H8', changedAt: null }], hour))
  await remove()
  await until(async () => expect((await read()).text).not.toContain('a1B2c3D4'))
})

test('an empty or impossible part is missing', async () => {
  site.catalog.replyWith(json(200, [], hour))
  for (const part of ['2019-01', '2026-13', 'x', '2026-11-1'])
    expect(await site.request({ path: `/sitemaps/boycotts/${part}.xml` })).toMatchObject({
      status: 404,
    })
})

test('sitemaps have a limit of their own for each network, which cached ones do not use up', async () => {
  const limited = await startTestGateway({ TRUST_PROXY_HOPS: '1' })
  limited.catalog.replyWith(json(200, [{ name: 'a1B2c3D4', changedAt: null }], hour))
  const from = (address: string, day: number) =>
    limited.request({
      path: `/sitemaps/boycotts/2025-0${1 + Math.floor(day / 28)}-${String((day % 28) + 1).padStart(2, '0')}.xml`,
      headers: { 'x-forwarded-for': address },
    })
  try {
    const allowed = limits.sitemaps.network[0].calls
    for (let day = 0; day < allowed; day += 1)
      expect((await from('198.51.100.1', day)).status).toBe(200)
    const refused = await from('198.51.100.1', allowed)
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'too_many_requests' } } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await from('198.51.100.1', 0)).status).toBe(200)
    expect((await from('198.51.100.2', allowed)).status).toBe(200)
    const page = { path: '/api/boycotts', headers: { 'x-forwarded-for': '198.51.100.1' } }
    expect((await limited.request(page)).status).toBe(200)
  } finally {
    await limited.stop()
  }
})

test('without the catalog there is an error, not an empty sitemap', async () => {
  site.catalog.replyWith(json(500, {}))
  expect(await site.request({ path: '/sitemaps/boycotts/2025-01.xml' })).toMatchObject({
    status: 503,
  })
})
