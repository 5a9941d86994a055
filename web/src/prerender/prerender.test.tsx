import type { Reply } from '@answerable/contracts/responses'
import type { Submission } from '@answerable/contracts/submissions'
import { expect, test } from 'vitest'
import { aBusiness, detailOf } from '../testing/businesses.ts'
import { aSubmission, idOf } from '../testing/submissions.ts'
import { render, requestsFor } from './render.tsx'

const index = [
  '<!doctype html><html lang="en"><head><title>Answerable</title>',
  '<meta name="description" content="A site" /></head>',
  '<body><div id="root"></div><noscript>No.</noscript></body></html>',
].join('')

const origin = 'https://answerable.example'

const rows = [
  aSubmission({ id: idOf(1), createdAt: '2026-11-20T08:00:00.000Z' }),
  aSubmission({ id: idOf(2), targetName: '</script><script>alert(1)</script>', userVote: null }),
]

const renderFeed = () =>
  render(index, {
    path: '/',
    search: '',
    responses: [{ body: JSON.stringify(rows), total: '41' }],
    now: Date.parse('2026-11-20T11:00:00.000Z'),
    origin,
  })

test('a page links the styles of pages, unless it is the feed', async () => {
  const withStyles = index.replace('<html', '<html data-page-styles="/assets/pages-1.css"')
  const page = { search: '', responses: [], now: Date.parse('2026-11-20T11:00:00.000Z'), origin }
  const link = '<link rel="stylesheet" crossorigin href="/assets/pages-1.css">'
  const about = await render(withStyles, { ...page, path: '/about' })
  expect(about).toContain(link)
  const responses = [{ body: JSON.stringify(rows), total: '41' }]
  const feed = await render(withStyles, { ...page, path: '/', responses })
  expect(feed).not.toContain(link)
})

test('the feed, a submission, businesses, places and the text pages are prerendered, and nothing else', () => {
  expect(requestsFor('/', '')).toEqual(['/api/boycotts?page=1&limit=30&sort=hot'])
  expect(requestsFor('/', '?sort=new&page=3')).toEqual(['/api/boycotts?page=3&limit=30&sort=new'])
  for (const search of [
    '?x=1',
    '?country=FR',
    '?sort=top&period=week',
    '?page=1',
    '?page=0',
    '?sort=hot',
    '?page=2&page=3',
    '?',
  ]) {
    expect(requestsFor('/', search)).toBeNull()
  }
  expect(requestsFor('/about', '?x=1')).toBeNull()
  expect(requestsFor('/boycott/a1B2c3D4', '')).toEqual([
    '/api/boycotts/a1B2c3D4',
    '/api/boycotts/a1B2c3D4/comments?page=1&sort=newest',
    '/api/boycotts/a1B2c3D4/response',
    '/api/boycotts/a1B2c3D4/sources',
    '/api/boycotts/a1B2c3D4/alternatives',
    '/api/boycotts/a1B2c3D4/timeline?page=1',
  ])
  expect(requestsFor('/businesses', '?sort=boycotts')).toEqual([
    '/api/businesses?page=1&limit=30&sort=boycotts',
  ])
  for (const search of ['?query=a', '?kind=brand', '?country=FR', '?sort=name', '?x=1']) {
    expect(requestsFor('/businesses', search)).toBeNull()
  }
  expect(requestsFor('/businesses/caf%C3%A9', '')).toEqual(['/api/businesses/caf%C3%A9'])
  expect(requestsFor('/businesses/cafe', '?tab=owned')).toBeNull()
  expect(requestsFor('/places', '')).toEqual(['/api/places/counts'])
  expect(requestsFor('/places/FR', '')).toEqual([
    '/api/places/counts',
    '/api/boycotts?page=1&limit=30&sort=hot&country=FR',
  ])
  expect(requestsFor('/places/FR', '?tab=businesses')).toBeNull()
  expect(requestsFor('/search', '?q=cafe')).toBeNull()
  for (const path of ['/about', '/submit', '/search']) expect(requestsFor(path, '')).toEqual([])
  for (const path of ['/admin', '/auth/callback', '/settings', '/nowhere']) {
    expect(requestsFor(path, '')).toBeNull()
  }
})

test('a prerendered page can be read without scripts', async () => {
  const html = await renderFeed()
  expect(html).toContain('Montgomery City Lines')
  expect(html.replaceAll('<!-- -->', '')).toContain('41 submissions total')
  expect(html).toContain('3 hours ago')
  expect(html).not.toContain('<script>alert')
  expect(html).not.toContain('style=')
  expect(html.match(/<script(?! type="application\/(?:ld\+)?json")/g)).toBeNull()
})

/** The page of a submission without anything else. */
const renderSubmission = (one: Submission) => {
  const reply: Reply = {
    business: one.business,
    requestedAt: null,
    verifiedDomain: null,
    responses: [],
    ownRepresentation: null,
    ownResponses: null,
  }
  return render(index, {
    path: `/boycott/${one.id}`,
    search: '',
    responses: [
      { body: JSON.stringify(one), total: null },
      { body: '[]', total: null },
      { body: JSON.stringify(reply), total: null },
      { body: '[]', total: null },
      { body: '[]', total: null },
      { body: '[]', total: null },
    ],
    now: Date.now(),
    origin,
  })
}

const headOf = (html: string) => new DOMParser().parseFromString(html, 'text/html').head

/** The description of the page for search engines. */
const structuredData = (html: string): { '@type': string }[] => {
  const text = headOf(html).querySelector('script[type="application/ld+json"]')?.textContent
  return JSON.parse(text ?? '{}')['@graph']
}

test('a prerendered page has its own title and description', async () => {
  const html = await renderSubmission(
    aSubmission({ targetName: 'Shops & "Sons"', reasons: 'They\n<b>lied</b>.' }),
  )
  expect(html).toContain('<title>Shops &amp; &quot;Sons&quot; · Answerable</title>')
  expect(html).toContain('content="They &lt;b&gt;lied&lt;/b&gt;."')
  expect(html).toContain('No comments yet.')
})

test('other sites and search engines read the name, text and address of a submission', async () => {
  const one = aSubmission({ targetName: 'Shops & "Sons"', reasons: 'They **lied**.' })
  const html = await renderSubmission(one)
  const head = headOf(html)
  const url = `${origin}/boycott/${one.id}`
  const content = (property: string) =>
    head.querySelector(`meta[property="${property}"]`)?.getAttribute('content')
  expect(head.querySelector('link[rel="canonical"]')?.getAttribute('href')).toBe(url)
  expect(content('og:url')).toBe(url)
  expect(content('og:title')).toBe('Shops & "Sons"')
  expect(content('og:description')).toBe('They lied.')
  expect(content('og:image')).toBe(`${url.replace('/boycott/', '/share/')}.png`)
  expect(content('og:image:alt')).toBe('Shops & "Sons", a boycott on Answerable')
  expect(structuredData(html)).toMatchObject([
    { '@type': 'DiscussionForumPosting', headline: 'Shops & "Sons"', text: 'They lied.', url },
    { '@type': 'BreadcrumbList' },
  ])
})

test('a text of a member cannot leave its element in the head', async () => {
  const hostile = '"></title></script><!--<script>alert(1)</script>'
  const html = await renderSubmission(aSubmission({ targetName: hostile, reasons: hostile }))
  expect(html).not.toContain('<script>alert')
  const head = headOf(html)
  expect(head.querySelectorAll('script')).toHaveLength(1)
  expect(head.querySelector('meta[property="og:title"]')?.getAttribute('content')).toBe(hostile)
  expect(structuredData(html)[0]).toMatchObject({ headline: hostile })
})

test('a description that is cut within an emoji stays valid text', async () => {
  const html = await renderSubmission(aSubmission({ reasons: `${'a'.repeat(159)}😀` }))
  expect(html.isWellFormed()).toBe(true)
})

test('each page of the feed is its own canonical address', async () => {
  for (const [search, address] of [
    ['', '/'],
    ['?sort=new&page=2', '/?sort=new&amp;page=2'],
    ['?utm_source=letter', '/'],
  ] as const) {
    const responses = [{ body: JSON.stringify(rows), total: '41' }]
    const html = await render(index, { path: '/', search, responses, now: Date.now(), origin })
    expect(html).toContain(`<link rel="canonical" href="${origin}${address}"`)
    expect(structuredData(html).map((thing) => thing['@type'])).toEqual(['WebSite', 'WebPage'])
  }
})

test('other sites find out how to embed a boycott, and only a boycott', async () => {
  const one = aSubmission()
  const oembed = (html: string) => headOf(html).querySelector('[type="application/json+oembed"]')
  expect(oembed(await renderSubmission(one))?.getAttribute('href')).toBe(
    `${origin}/api/oembed?url=${encodeURIComponent(`${origin}/boycott/${one.id}`)}`,
  )
  expect(oembed(await renderFeed())).toBeNull()
})

test('feed readers find the feed of a page', async () => {
  const one = aSubmission()
  const found = headOf(await renderSubmission(one)).querySelector('[type="application/atom+xml"]')
  expect(found?.getAttribute('href')).toBe(`/feeds/boycotts/${one.id}.atom`)
})

test('the page of a business names the business and its place among the pages', async () => {
  const responses = [{ body: JSON.stringify(detailOf(aBusiness())), total: null }]
  const { slug, name } = aBusiness()
  const path = `/businesses/${slug}`
  const html = await render(index, { path, search: '', responses, now: Date.now(), origin })
  expect(structuredData(html)).toMatchObject([
    { '@type': 'CollectionPage', about: { name } },
    { itemListElement: [{ name: 'Businesses' }, { name, item: `${origin}${path}` }] },
  ])
})

test('a text page is prerendered completely, although its code is loaded later', async () => {
  const html = await render(index, {
    path: '/about',
    search: '',
    responses: [],
    now: Date.now(),
    origin,
  })
  expect(html).toContain('<h1')
  expect(html).not.toContain('<!--$?-->')
})
