import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cacheEntryOf } from '../cache/cache-entry.ts'
import { prerenderedPages } from './prerendered-pages.ts'
import { webFileOf } from './web-files.ts'

const place = { path: '/boycott/a1B2c3D4', search: '' }
const lifetime = { freshMilliseconds: 1_000, staleMilliseconds: 61_000 }

const answerOf = (body: string, askedAt = performance.now()) =>
  cacheEntryOf({ status: 200, headers: {}, body: Buffer.from(body) }, lifetime, askedAt)

const openPages = () => {
  const index = webFileOf('/index.html', new Map([['/index.html', Buffer.from('<html>')]]))
  const render = vi.fn(
    async (_index: string, { responses }: { responses: readonly { body: string }[] }) =>
      responses.map(({ body }) => body).join(),
  )
  const pages = prerenderedPages(
    { requestsFor: () => [], render },
    { index },
    'https://answerable.example',
  )
  const show = async (...responses: ReturnType<typeof answerOf>[]) =>
    (await pages.page(place, responses))?.identity.body.toString()
  return { pages, render, show }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a page that changes all the time is rendered once a second', async () => {
  const { render, show } = openPages()
  for (let vote = 0; vote < 50; vote += 1) {
    expect(await show(answerOf(`score ${vote}`))).toBe(`score ${vote < 25 ? 0 : 25}`)
    vi.advanceTimersByTime(40)
  }
  expect(render).toHaveBeenCalledTimes(2)
})

test('a page rendered less than a second ago is sent without its data', async () => {
  const { pages, show } = openPages()
  expect(pages.recentPage(place)).toBeNull()
  await show(answerOf('first'))
  expect(await pages.recentPage(place)).toBeDefined()
  expect(pages.recentPage({ path: '/boycott/e5F6g7H8', search: '' })).toBeNull()
  vi.advanceTimersByTime(1_000)
  expect(pages.recentPage(place)).toBeNull()
})

test('a page is no older than fresh cached responses', async () => {
  const { show } = openPages()
  const old = answerOf('old', performance.now() - 900)
  expect(await show(old, answerOf('first'))).toBe('old,first')
  vi.advanceTimersByTime(101)
  expect(await show(old, answerOf('second'))).toBe('old,second')
})

test('after a removal, only pages with data requested later are sent', async () => {
  const { pages, render, show } = openPages()
  const [before, after] = [answerOf('before'), 'after']
  expect(await show(before)).toBe('before')
  vi.advanceTimersByTime(1)
  pages.expireAll()
  vi.advanceTimersByTime(1)
  expect(await show(answerOf(after))).toBe('after')
  // Rendered with a response from before the removal, it is not sent to others.
  expect(await show(before)).toBe('after')
  expect(render).toHaveBeenCalledTimes(2)
})
