import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, leave, refusal, visit } from '../../testing/site.tsx'
import { aComment, aSubmission } from '../../testing/submissions.ts'

afterEach(() => {
  leave()
  vi.restoreAllMocks()
})

const submission = aSubmission({
  sources: 'https://example.org/report and javascript:alert(1)',
  embedType: 'youtube',
  embedUrl: 'https://www.youtube-nocookie.com/embed/abc',
})
const path = `/api/boycotts/${submission.id}`
const comment = (content: string, id: string = crypto.randomUUID()) => aComment({ id, content })
const reply = {
  business: submission.business,
  requestedAt: null,
  verifiedDomain: null,
  responses: [],
  ownRepresentation: null,
  ownResponses: null,
}
const routes = {
  [`GET ${path}`]: () => ({ body: submission }),
  [`GET ${path}/response`]: () => ({ body: reply }),
  [`GET ${path}/comments`]: () => ({ body: [comment('They answered on Friday.')] }),
}
const page = { path: `/boycott/${submission.id}` }

test('safe sources are links without referrer', async () => {
  fakeServer(routes)
  visit(page)
  const link = await screen.findByText('https://example.org/report')
  expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc')
  expect(link.getAttribute('target')).toBe('_blank')
  expect(document.querySelector('a[href^="javascript"]')).toBe(null)
})

test('media of other sites load only on request, in a sandbox', async () => {
  fakeServer(routes)
  visit(page)
  const load = await screen.findByRole('button', { name: 'Load Content' })
  expect(document.querySelector('iframe')).toBe(null)
  // happy-dom does not load frames and logs an error.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  fireEvent.click(load)
  const frame = document.querySelector('iframe')
  expect(frame?.getAttribute('src')).toBe(submission.embedUrl)
  expect(frame?.getAttribute('sandbox')).not.toContain('allow-top-navigation')
})

test('a missing submission shows a message', async () => {
  fakeServer({ [`GET ${path}`]: () => refusal(404, 'submission_not_found', 'Gone.') })
  visit(page)
  await screen.findByText('Submission Not Found')
  expect(
    screen.getByText("The submission you're looking for doesn't exist or has been removed."),
  ).toBeTruthy()
})

test('a failed fetch of the submission or its comments shows the reason', async () => {
  fakeServer({ [`GET ${path}`]: () => ({ status: 500 }) })
  visit(page)
  await screen.findByText('Failed to fetch boycott: Internal Server Error')
  leave()
  fakeServer({ ...routes, [`GET ${path}/comments`]: () => ({ status: 504 }) })
  visit(page)
  await screen.findByText('Failed to fetch comments: Gateway Timeout')
})

test('a visitor reads the comments and is asked to sign in to write one', async () => {
  fakeServer(routes)
  visit(page)
  await screen.findByText('They answered on Friday.')
  expect(screen.getByText('Please sign in to post a comment.')).toBeTruthy()
})

test('a former representative finds the appeal at the removed response', async () => {
  const response = {
    ...{ id: crypto.randomUUID(), business: submission.business, domain: 'acme.example' },
    ...{ content: '', sources: null, createdAt: submission.createdAt, editedAt: null },
    ...{ state: 'removed', reasonCode: 'spam', versionCount: 1, version: 2 },
  }
  const of = (ownResponses: string[]) => ({
    ...routes,
    [`GET ${path}/response`]: () => ({
      body: { ...reply, responses: [response], ownRepresentation: false, ownResponses },
    }),
  })
  fakeServer(of([response.id]))
  visit({ ...page, isSignedIn: true })
  await screen.findByRole('button', { name: 'Decision and appeal' })
  leave()
  fakeServer(of([]))
  visit({ ...page, isSignedIn: true })
  await screen.findByText(/removed this response/)
  expect(screen.queryByRole('button', { name: 'Decision and appeal' })).toBe(null)
})

test('nothing above the form for a comment arrives after it and moves it', async () => {
  const held = ['response', 'sources', 'alternatives', 'timeline'] as const
  const releases = held.map((part) => ({ part, ...Promise.withResolvers<void>() }))
  fakeServer({
    ...routes,
    ...Object.fromEntries(
      releases.map(({ part, promise }) => [
        `GET ${path}/${part}`,
        async () => {
          await promise
          return part === 'response' ? { body: reply } : { body: [] }
        },
      ]),
    ),
  })
  visit(page)
  for (const { part, resolve } of releases) {
    await screen.findByText('Loading the sections')
    expect(screen.queryByText('Please sign in to post a comment.'), part).toBe(null)
    resolve()
  }
  await screen.findByText('Please sign in to post a comment.')
})

test('if the session cannot be fetched, a member is not asked to log in for a comment', async () => {
  fakeServer({ ...routes, 'GET /api/auth/me': () => ({ status: 503 }) })
  visit({ ...page, isSignedIn: true })
  await screen.findByLabelText('Add a comment')
  expect(screen.queryByText('Please sign in to post a comment.')).toBe(null)
})

const manyComments = Array.from({ length: 52 }, (_, at) => comment(`Comment ${52 - at}.`))

/** Returns comments in pages like the server. */
const paged = (all: () => readonly unknown[]) => ({
  [`GET ${path}/comments`]: ({ path: address }: { path: string }) => {
    const from = (Number(new URLSearchParams(address.split('?')[1]).get('page') ?? 1) - 1) * 50
    const body = all().slice(from, from + 50)
    return { body, headers: { 'x-total-count': String(all().length) } }
  },
})
const shownComments = () =>
  [...document.querySelectorAll('.comment-text')].map((one) => one.textContent)

test('more comments are shown on request, and the focus moves to the first of them', async () => {
  const server = fakeServer({ ...routes, ...paged(() => manyComments) })
  visit(page)
  const more = await screen.findByRole('button', { name: 'Show more comments' })
  expect(shownComments()).toHaveLength(50)
  expect(screen.getByText('Showing 50 of 52 comments')).toBeTruthy()
  fireEvent.click(more)
  await screen.findByText('Comment 1.')
  expect(shownComments()).toEqual(manyComments.map(({ content }) => content))
  expect(document.activeElement?.textContent).toContain('Comment 2.')
  expect(screen.queryByRole('button', { name: 'Show more comments' })).toBe(null)
  expect(server.sent('GET', `${path}/comments`).map((one) => one.path)).toEqual([
    `${path}/comments`,
    `${path}/comments?page=2`,
  ])
})

test('a failed fetch of more comments leaves the others, and can be retried', async () => {
  let isBroken = true
  const listed = paged(() => manyComments)[`GET ${path}/comments`]
  fakeServer({
    ...routes,
    [`GET ${path}/comments?page=2`]: (request) =>
      isBroken || listed === undefined ? { status: 502 } : listed(request),
    ...paged(() => manyComments),
  })
  visit(page)
  fireEvent.click(await screen.findByRole('button', { name: 'Show more comments' }))
  await screen.findByText('Failed to fetch comments: Bad Gateway')
  expect(shownComments()).toHaveLength(50)
  isBroken = false
  const comments = screen.getByRole('region', { name: /^Comments/ })
  fireEvent.click(within(comments).getByRole('button', { name: 'Try again' }))
  await screen.findByText('Comment 1.')
  expect(screen.queryByText('Failed to fetch comments: Bad Gateway')).toBe(null)
})

test('a new comment is first, and removes none of the others from the list', async () => {
  const all = [...manyComments]
  fakeServer({
    ...routes,
    ...paged(() => all),
    [`POST ${path}/comments`]: ({ body }) => {
      const posted = comment((body as { content: string }).content)
      all.unshift(posted)
      return { status: 201, body: posted }
    },
  })
  visit({ ...page, isSignedIn: true })
  await screen.findByText('Comment 3.')
  fireEvent.change(await screen.findByLabelText('Add a comment'), { target: { value: 'New.' } })
  fireEvent.click(screen.getByRole('button', { name: 'Post comment' }))
  await screen.findByText('Comment posted successfully')
  expect(shownComments()[0]).toBe('New.')
  fireEvent.click(screen.getByRole('button', { name: 'Show more comments' }))
  await screen.findByText('Comment 1.')
  expect(shownComments()).toEqual(['New.', ...manyComments.map(({ content }) => content)])
})

test('a comment is posted once, is first, and its box becomes empty', async () => {
  const answered = Promise.withResolvers<void>()
  const server = fakeServer({
    ...routes,
    [`POST ${path}/comments`]: async ({ body }) => {
      await answered.promise
      return { status: 201, body: comment((body as { content: string }).content) }
    },
  })
  visit({ ...page, isSignedIn: true })
  await screen.findByText('They answered on Friday.')
  const box = await screen.findByLabelText<HTMLTextAreaElement>('Add a comment')
  const post = screen.getByRole('button', { name: 'Post comment' })
  fireEvent.change(box, { target: { value: '   ' } })
  expect(post).toHaveProperty('disabled', true)
  fireEvent.change(box, { target: { value: ' Worth following. ' } })
  fireEvent.click(post)
  await screen.findByRole('button', { name: 'Posting...' })
  answered.resolve()
  await screen.findByText('Comment posted successfully')
  const [sent] = server.sent('POST', `${path}/comments`)
  expect(sent?.body).toEqual({ content: 'Worth following.' })
  expect(sent?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)
  expect(box.value).toBe('')
  const texts = [...document.querySelectorAll('.comment')].map((one) => one.textContent)
  expect(texts[0]).toContain('Worth following.')
})

test('a comment that fails stays in its box', async () => {
  fakeServer({ ...routes, [`POST ${path}/comments`]: () => ({ status: 500 }) })
  visit({ ...page, isSignedIn: true })
  const box = await screen.findByLabelText<HTMLTextAreaElement>('Add a comment')
  fireEvent.change(box, { target: { value: 'Kept.' } })
  fireEvent.click(screen.getByRole('button', { name: 'Post comment' }))
  await screen.findByText('Failed to post comment')
  expect(box.value).toBe('Kept.')
})

const askToFlag = async () => {
  fireEvent.click(await screen.findByRole('button', { name: `Flag ${submission.targetName}` }))
}
const question = 'Please provide a reason for flagging this submission:'

test('a visitor cannot flag', async () => {
  fakeServer(routes)
  visit(page)
  await askToFlag()
  await screen.findByText('You must be logged in to flag content')
  expect(screen.queryByText(question)).toBe(null)
})

test('a flag carries its reason, and without one nothing is sent', async () => {
  const server = fakeServer({
    ...routes,
    [`POST ${path}/flag`]: () => ({ status: 201, body: { flagged: true } }),
  })
  visit({ ...page, isSignedIn: true })
  await screen.findByText('margaret.hale')
  await askToFlag()
  fireEvent.change(await screen.findByLabelText(question), { target: { value: '  ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Flag' }))
  await waitFor(() => expect(screen.queryByLabelText(question)).toBe(null))
  expect(server.sent('POST', `${path}/flag`)).toHaveLength(0)

  await askToFlag()
  fireEvent.change(await screen.findByLabelText(question), { target: { value: ' Spam. ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Flag' }))
  await screen.findByText('Boycott flagged')
  expect(screen.getByText('Thank you for helping maintain community standards.')).toBeTruthy()
  expect(server.sent('POST', `${path}/flag`)[0]?.body).toEqual({ reason: 'Spam.' })
})
