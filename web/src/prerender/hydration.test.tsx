import type { LiveMessage } from '@answerable/contracts/live'
import { sessionHintCookie } from '@answerable/contracts/sign-in'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startedEvent } from '../boot/start-events.ts'
import { startSite } from '../start.tsx'
import { aBusiness, detailOf } from '../testing/businesses.ts'
import { fakeServer, leave, user } from '../testing/site.tsx'
import { aComment, aSubmission, idOf } from '../testing/submissions.ts'
import { render } from './render.tsx'

const index = [
  '<html lang="en"><head><title>Answerable</title><meta name="description" content="" /></head>',
  '<body><div id="root"></div><noscript></noscript></body></html>',
].join('')

/** Later than the expiry of cookies in happy-dom. */
const now = Date.now() + 86_400_000
const createdAt = new Date(now - 1_800_000).toISOString()
const cached = aSubmission({ score: 10, version: 5, createdAt })
const newer = { ...cached, score: 42, commentCount: 7, version: 6 }
const rows = [cached, aSubmission({ id: idOf(2), targetName: 'Other' })]
const comment = aComment({
  content: '**Seen** it [too](https://example.org/), *twice*.',
  author: null,
  createdAt,
  replyCount: 1,
})
const reply = aComment({ parentId: comment.id, createdAt, editedAt: createdAt })

const cachedBusiness = aBusiness()
const rightOfReply = {
  business: cached.business,
  requestedAt: createdAt,
  verifiedDomain: null,
  responses: [],
  ownRepresentation: null,
  ownResponses: null,
}

const countryCounts = [
  { country: 'FR', boycotts: 2, businesses: 1 },
  { country: 'US', boycotts: 1, businesses: 0 },
]

/** Every prerendered page with its API responses. */
const prerenderedPages = [
  { path: '/', responses: [rows] },
  {
    path: `/boycott/${cached.id}`,
    responses: [cached, [comment, reply], rightOfReply, [], [], []],
  },
  { path: '/businesses', responses: [[cachedBusiness]] },
  { path: `/businesses/${cachedBusiness.slug}`, responses: [detailOf(cachedBusiness)] },
  { path: '/places', responses: [countryCounts] },
  { path: '/places/FR', responses: [countryCounts, rows] },
  ...[
    'submit',
    'search',
    'about',
    'how-it-works',
    'guidelines',
    'privacy',
    'terms',
    'donate',
    'roadmap',
  ].map((name) => ({ path: `/${name}`, responses: [] })),
]
type PrerenderedPage = (typeof prerenderedPages)[number]
const [feedPage, submissionPage] = prerenderedPages as [PrerenderedPage, PrerenderedPage]

const prerendered = ({ path, responses }: PrerenderedPage) =>
  render(index, {
    path,
    search: '',
    responses: responses.map((body) => ({ body: JSON.stringify(body), total: '41' })),
    now,
    origin: location.origin,
  })

/** A live connection that opens at once and sends no messages. */
class QuietSocket {
  onopen?: () => void
  onmessage?: (event: { data: string }) => void
  constructor() {
    queueMicrotask(() => this.connect())
  }
  connect(): void {
    this.onopen?.()
  }
  close(): void {}
}

/** A live connection that sends a change as soon as it is open. */
class BusySocket extends QuietSocket {
  override connect(): void {
    super.connect()
    const { id, score, commentCount, version } = newer
    const message = { type: 'VOTE_UPDATE', submissionId: id, score, commentCount, version } as const
    this.onmessage?.({ data: JSON.stringify(message satisfies LiveMessage) })
  }
}

let root: Root | undefined
let problems: unknown[]

beforeEach(() => {
  problems = []
  vi.useFakeTimers({ now, toFake: ['Date'] })
  vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(now)
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  vi.stubGlobal('WebSocket', BusySocket)
  vi.spyOn(console, 'error').mockImplementation((...message) => {
    // The gateway renders pages in its own process.
    if (!String(message[0]).startsWith('Detected multiple renderers')) problems.push(message)
  })
  localStorage.setItem('onboarding-completed', 'true')
})
afterEach(() => {
  root?.unmount()
  root = undefined
  document.body.replaceChildren()
  history.replaceState(null, '', '/')
  leave()
  vi.restoreAllMocks()
})

/** Opens the prerendered page, which a visitor may use before it starts. Resolves once it handles clicks. */
const open = async (page: PrerenderedPage, useEarly = () => {}) => {
  history.replaceState(null, '', page.path)
  const html = new DOMParser().parseFromString(await prerendered(page), 'text/html')
  document.body.replaceChildren(...html.body.children)
  useEarly()
  const started = new Promise((resolve) => addEventListener(startedEvent, resolve, { once: true }))
  root = await startSite({
    root: document.querySelector('#root') ?? document.body,
    openedLink: Promise.resolve({ kind: 'missing' }),
    options: { onRecoverableError: (error) => problems.push(error) },
  })
  await started
}

const serve = () =>
  fakeServer({
    'GET /api/boycotts': () => ({ body: [newer, rows[1]] }),
    [`GET /api/boycotts/${cached.id}`]: () => ({ body: newer }),
    [`GET /api/boycotts/${cached.id}/comments`]: () => ({ body: [comment, reply] }),
    [`GET /api/boycotts/${cached.id}/response`]: () => ({ body: rightOfReply }),
    [`POST /api/boycotts/${cached.id}/vote`]: () => ({
      body: { ...newer, score: 43, userVote: 1, version: 7 },
    }),
    'GET /api/site': () => ({ body: { contactEmail: null, donateBitcoinAddress: null } }),
  })

const signInHere = () => {
  // biome-ignore lint/suspicious/noDocumentCookie: works in every browser under test
  document.cookie = `${sessionHintCookie}=1; Path=/`
}

test.each(prerenderedPages)('$path is hydrated in one piece', async (page) => {
  expect(await prerendered(page)).not.toMatch(/<!--[$&]/)
})

test.each(prerenderedPages)(
  '$path is hydrated without mismatch, whatever the browser has stored',
  async (page) => {
    serve()
    signInHere()
    localStorage.setItem('answerable-theme', 'dark')
    localStorage.setItem('answerable-shortcuts', 'off')
    vi.stubGlobal('navigator', { ...navigator, onLine: false, share: () => {} })
    vi.setSystemTime(now + 3_600_000)
    await open(page)
    await screen.findByText(user.email.split('@')[0] ?? '')
    expect(problems).toEqual([])
  },
)

test.each([feedPage, submissionPage])(
  'live messages are applied to $path after hydration',
  async (page) => {
    serve()
    await open(page)
    await screen.findByRole('status', { name: 'Score 42' })
    expect(problems).toEqual([])
  },
)

test('a page from the browser’s cache shows current times', async () => {
  serve()
  vi.setSystemTime(now + 3_600_000)
  await open(feedPage)
  await screen.findByText('1 hour ago')
})

test('a page that took long to start refetches once', async () => {
  const server = serve()
  const requested = () => server.sent('GET', `/api/boycotts/${cached.id}`).length
  vi.stubGlobal('WebSocket', QuietSocket)
  await open(submissionPage)
  expect(requested()).toBe(0)
  root?.unmount()
  vi.setSystemTime(now + 10_000)
  await open(submissionPage)
  await screen.findByRole('status', { name: 'Score 42' })
  expect(requested()).toBe(1)
})

test('a member on a page for visitors can vote before the session is known', async () => {
  const server = serve()
  signInHere()
  await open(feedPage)
  fireEvent.click(screen.getAllByRole('button', { name: 'Upvote' })[0] as HTMLElement)
  await waitFor(() =>
    expect(server.sent('POST', `/api/boycotts/${cached.id}/vote`)).toHaveLength(1),
  )
  await screen.findByRole('status', { name: 'Score 43' })
  expect(screen.queryByText('Login required')).toBe(null)
  expect(problems).toEqual([])
})

test('text typed before the application has started is searched', async () => {
  const server = fakeServer({ 'GET /api/businesses': () => ({ body: [cachedBusiness] }) })
  const page = { path: '/businesses', responses: [[cachedBusiness]] }
  const field = () => screen.getByLabelText<HTMLInputElement>('Find a business')
  await open(page, () => {
    field().value = 'nestle'
  })
  await waitFor(() =>
    expect(server.sent('GET', '/api/businesses').map(({ path }) => path)).toContainEqual(
      expect.stringContaining('query=nestle'),
    ),
  )
  expect(field().value).toBe('nestle')
  expect(problems).toEqual([])
})
