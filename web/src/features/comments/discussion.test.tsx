import type { Comment } from '@answerable/contracts/comments'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fakeServer, leave, refusal, user, visit } from '../../testing/site.tsx'
import { aComment, aSubmission } from '../../testing/submissions.ts'

afterEach(() => {
  leave()
  localStorage.clear()
})

const submission = aSubmission({ author: { username: 'gentle-cedar' } })
const path = `/api/boycotts/${submission.id}`
const root = aComment({ content: 'The first.', replyCount: 2, helpful: 3 })
const own = aComment({
  content: 'My *reply*.',
  parentId: root.id,
  author: { username: user.username },
})
const removed = aComment({
  content: '',
  author: null,
  parentId: own.id,
  state: 'removed',
  reasonCode: 'spam',
})
const page = { path: `/boycott/${submission.id}`, isSignedIn: true }

const routesWith = (comments: readonly Comment[] = [root, own, removed]) => ({
  [`GET ${path}`]: () => ({ body: submission }),
  [`GET ${path}/comments`]: () => ({ body: comments, headers: { 'x-total-count': '1' } }),
})
const commentBy = async (name: string) =>
  within(await screen.findByRole('article', { name: `Comment by ${name}` }))

test('replies are below what they reply to, and a removed comment shows the reason and no text', async () => {
  fakeServer(routesWith())
  visit(page)
  await screen.findByText('The first.')
  expect(screen.getByText(/^An administrator has removed/).textContent).toBe(
    'An administrator has removed this comment. Reason: Spam or advertising.',
  )
  const lists = [...document.querySelectorAll('.replies')]
  expect(lists.map((list) => list.querySelectorAll('article').length)).toEqual([2, 1])
})

test('a reply is sent once with its parent, appears below it, and is a draft until then', async () => {
  const server = fakeServer({
    ...routesWith(),
    [`POST ${path}/comments`]: ({ body }) => ({
      status: 201,
      body: aComment({ ...(body as object), author: { username: user.username } }),
    }),
  })
  visit(page)
  fireEvent.click((await commentBy('steady-oak')).getByRole('button', { name: 'Reply' }))
  const label = 'Reply to steady-oak'
  fireEvent.change(screen.getByLabelText(label), { target: { value: 'I agree.' } })
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByLabelText(label)).toBe(null)
  fireEvent.click((await commentBy('steady-oak')).getByRole('button', { name: 'Reply' }))
  const box = screen.getByLabelText<HTMLTextAreaElement>(label)
  expect(box.value).toBe('I agree.')
  expect(document.activeElement).toBe(box)
  fireEvent.keyDown(box, { key: 'Enter', ctrlKey: true })
  await screen.findByText('Comment posted successfully')
  const [sent] = server.sent('POST', `${path}/comments`)
  expect(sent?.body).toEqual({ content: 'I agree.', parentId: root.id })
  expect(sent?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)
  expect(screen.queryByLabelText(label)).toBe(null)
  expect(document.querySelectorAll('.replies article')).toHaveLength(3)
})

test('an edit does not overwrite a change from another window unseen', async () => {
  const current = { ...own, content: 'From another window.', version: 7 }
  const server = fakeServer({
    ...routesWith(),
    [`PATCH /api/comments/${own.id}`]: ({ body }) => {
      const { content, expectedVersion } = body as { content: string; expectedVersion: number }
      if (expectedVersion !== 7) return refusal(409, 'comment_changed', 'It was changed.')
      return { body: { ...current, content, version: 8 } }
    },
    [`GET /api/comments/${own.id}`]: () => ({
      body: { ...current, submissionId: submission.id, rootId: root.id, page: 1, replyPage: 1 },
    }),
  })
  visit(page)
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const box = screen.getByLabelText<HTMLTextAreaElement>('Edit your comment')
  expect(box.value).toBe('My *reply*.')
  fireEvent.change(box, { target: { value: 'Better.' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('From another window.')
  expect(box.value).toBe('Better.')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByLabelText('Edit your comment')).toBe(null))
  expect(screen.getByText('Better.')).toBeTruthy()
  expect(server.sent('PATCH', `/api/comments/${own.id}`)).toHaveLength(2)
})

test('deleting asks first, and the text disappears at once', async () => {
  const server = fakeServer({
    ...routesWith(),
    [`DELETE /api/comments/${own.id}`]: () => ({ status: 204 }),
  })
  visit(page)
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(server.sent('DELETE', `/api/comments/${own.id}`)).toHaveLength(0)
  fireEvent.click(screen.getByRole('button', { name: 'Delete comment' }))
  await screen.findByText('Comment deleted')
  expect(server.sent('DELETE', `/api/comments/${own.id}`)).toHaveLength(1)
})

test('a mark as helpful is shown at once and withdrawn if it is refused', async () => {
  const answer = Promise.withResolvers<void>()
  fakeServer({
    ...routesWith([{ ...root, ownHelpful: false }]),
    [`POST /api/comments/${root.id}/helpful`]: async () => {
      await answer.promise
      return refusal(409, 'already_helpful', 'Another account has marked it.')
    },
  })
  visit(page)
  const helpful = () => screen.getByRole('button', { name: /^Helpful/ })
  await screen.findByText('The first.')
  fireEvent.click(helpful())
  await waitFor(() => expect(helpful().getAttribute('aria-pressed')).toBe('true'))
  expect(helpful().textContent).toBe('Helpful4')
  answer.resolve()
  await screen.findByText('Another account has marked it.')
  expect(helpful().getAttribute('aria-pressed')).toBe('false')
  expect(helpful().textContent).toBe('Helpful3')
})

test('a link leads to a comment that the list does not show', async () => {
  const linked = aComment({ content: 'Deep down.', parentId: root.id })
  const placed = { submissionId: submission.id, page: 9 }
  fakeServer({
    ...routesWith([aComment({ content: 'Another thread.' })]),
    [`GET /api/comments/${linked.id}`]: () => ({
      body: { ...linked, ...placed, rootId: root.id, replyPage: 3 },
    }),
    [`GET /api/comments/${root.id}`]: () => ({
      body: { ...root, ...placed, rootId: null, replyPage: null },
    }),
    [`GET /api/comments/${root.id}/replies?page=3`]: () => ({ body: [linked] }),
  })
  visit({ ...page, path: `${page.path}#comment-${linked.id}` })
  const text = await screen.findByText('Deep down.')
  await waitFor(() => expect(document.activeElement?.contains(text)).toBe(true))
  expect(screen.getByText('Another thread.')).toBeTruthy()
})

test('a linked thread stays on the page while the site is unavailable', async () => {
  const linked = { ...aComment({ content: 'Deep down.' }), ownHelpful: false }
  let isAway = false
  const away = refusal(503, 'unavailable', 'Not available right now.')
  const placed = { submissionId: submission.id, page: 9, rootId: null, replyPage: null }
  const server = fakeServer({
    ...routesWith([aComment({ content: 'Another thread.' })]),
    [`GET /api/comments/${linked.id}`]: () => (isAway ? away : { body: { ...linked, ...placed } }),
    [`POST /api/comments/${linked.id}/helpful`]: () =>
      isAway ? away : { body: { ...linked, ownHelpful: true, version: linked.version + 1 } },
  })
  visit({ ...page, path: `${page.path}#comment-${linked.id}` })
  await screen.findByText('Deep down.')
  const thread = async () =>
    within((await screen.findByText('Deep down.')).closest('article') as HTMLElement)
  const markAsHelpful = async () =>
    fireEvent.click((await thread()).getByRole('button', { name: /^Helpful/ }))
  isAway = true
  await markAsHelpful()
  await screen.findByText('Not available right now.')
  const reads = () => server.sent('GET', `/api/comments/${linked.id}`).length
  await waitFor(() => expect(reads()).toBeGreaterThan(1))
  isAway = false
  await markAsHelpful()
  await waitFor(async () =>
    expect(
      (await thread()).getByRole('button', { name: /^Helpful/ }).getAttribute('aria-pressed'),
    ).toBe('true'),
  )
})

test('a locked discussion can be read, and nobody can write', async () => {
  fakeServer({
    ...routesWith(),
    [`GET ${path}`]: () => ({ body: { ...submission, discussionLocked: true } }),
  })
  visit(page)
  await screen.findByText(/^An administrator has locked this discussion/)
  await screen.findByText('The first.')
  expect(screen.queryByLabelText('Add a comment')).toBe(null)
  expect(screen.queryByRole('button', { name: 'Reply' })).toBe(null)
})

test('comments of a muted member are collapsed until they are opened', async () => {
  fakeServer({
    ...routesWith(),
    'GET /api/account/mutes': () => ({
      body: [{ username: 'steady-oak', mutedAt: '2026-11-01T10:00:00.000Z' }],
    }),
  })
  visit(page)
  await screen.findByText('You have muted this member.')
  expect(screen.queryByText('The first.')).toBe(null)
  fireEvent.click(screen.getByRole('button', { name: 'Show the comment' }))
  expect(screen.getByText('The first.')).toBeTruthy()
})

test('a preview appears below a text with marks', async () => {
  fakeServer(routesWith())
  visit(page)
  const box = await screen.findByLabelText('Add a comment')
  fireEvent.change(box, { target: { value: 'Plain text.' } })
  expect(screen.queryByRole('region', { name: 'Preview' })).toBe(null)
  fireEvent.change(box, { target: { value: 'Some **bold** text.' } })
  const preview = await screen.findByRole('region', { name: 'Preview' })
  await waitFor(() => expect(preview.querySelector('strong')?.textContent).toBe('bold'))
})
