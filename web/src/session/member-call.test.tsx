import { sessionHintCookie } from '@answerable/contracts/sign-in'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fakeServer, leave, refusal, user, visit } from '../testing/site.tsx'
import { aSubmission } from '../testing/submissions.ts'

afterEach(leave)

const submission = aSubmission({ score: 10 })
const path = `/api/boycotts/${submission.id}`
const signedOut = () => refusal(401, 'signed_out', 'Please sign in and try again.')

/** A server whose session has ended until the user signs in by code. */
const serverThatForgot = (write: string, response: () => { status?: number; body?: unknown }) => {
  let isSignedIn = false
  return fakeServer({
    'GET /api/boycotts': () => ({ body: [submission] }),
    [`GET ${path}`]: () => ({ body: submission }),
    [`GET ${path}/comments`]: () => ({ body: [] }),
    'POST /api/auth/verify-code': () => {
      isSignedIn = true
      return { body: { user } }
    },
    [write]: () => (isSignedIn ? response() : signedOut()),
  })
}

const signInAgain = async () => {
  await screen.findByText(/Your session has expired/)
  fireEvent.click(screen.getByRole('button', { name: 'Sign in with Email' }))
  fireEvent.mouseDown(await screen.findByRole('tab', { name: 'Code' }), { button: 0 })
  const code = await screen.findByLabelText('6-digit code')
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: user.email } })
  fireEvent.change(code, { target: { value: '123456' } })
  fireEvent.click(screen.getByRole('button', { name: 'Sign In' }))
}

test('a vote is sent after signing in again', async () => {
  const server = serverThatForgot(`POST ${path}/vote`, () => ({
    body: { ...submission, score: 11, userVote: 1, version: 9 },
  }))
  visit({ isSignedIn: true })
  await screen.findByText(submission.targetName)
  await screen.findByText('margaret.hale')
  fireEvent.click(screen.getByRole('button', { name: 'Upvote' }))
  await signInAgain()
  await waitFor(() => expect(server.sent('POST', `${path}/vote`)).toHaveLength(2))
  expect(server.sent('POST', `${path}/vote`)[1]?.body).toEqual({ value: 1 })
  expect(screen.queryByText('Failed to record vote')).toBe(null)
})

test('a comment is sent after signing in again, with the same text and key, on the same page', async () => {
  const server = serverThatForgot(`POST ${path}/comments`, () => ({
    status: 201,
    body: {
      id: crypto.randomUUID(),
      content: 'Kept.',
      createdAt: '2026-11-01T10:00:00.000Z',
      author: { username: 'quiet-heron' },
    },
  }))
  visit({ path: `/boycott/${submission.id}`, isSignedIn: true })
  fireEvent.change(await screen.findByLabelText('Add a comment'), { target: { value: 'Kept.' } })
  fireEvent.click(screen.getByRole('button', { name: 'Post comment' }))
  await signInAgain()
  await screen.findByText('Comment posted successfully')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(submission.targetName)
  const [first, second] = server.sent('POST', `${path}/comments`)
  expect(second?.body).toEqual({ content: 'Kept.' })
  expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'))
})

test('a flag is sent with its reason after signing in again', async () => {
  const server = serverThatForgot(`POST ${path}/flag`, () => ({
    status: 201,
    body: { flagged: true },
  }))
  visit({ isSignedIn: true })
  await screen.findByText('margaret.hale')
  fireEvent.click(await screen.findByRole('button', { name: `Flag ${submission.targetName}` }))
  const dialog = await screen.findByRole('dialog', { name: 'Flag' })
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'Spam.' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Flag' }))
  await signInAgain()
  await screen.findByText('Boycott flagged')
  expect(server.sent('POST', `${path}/flag`)[1]?.body).toEqual({ reason: 'Spam.' })
})

test('a submission is sent with all fields after signing in again', async () => {
  const server = serverThatForgot('POST /api/boycotts', () => ({ status: 201, body: submission }))
  visit({ path: '/submit', isSignedIn: true })
  const type = async (label: string, value: string) =>
    fireEvent.change(await screen.findByLabelText(label), { target: { value } })
  await type('Target name', 'Nestlé')
  await type('Location', 'Vevey')
  await type('Reasons', 'Infant formula.')
  fireEvent.click(screen.getByRole('checkbox'))
  fireEvent.click(screen.getByRole('button', { name: 'Submit boycott' }))
  await signInAgain()
  await screen.findByText('Submission created')
  const [first, second] = server.sent('POST', '/api/boycotts')
  expect(second?.body).toEqual(first?.body)
})

test('a user who declines keeps the text and sees why it was not sent', async () => {
  serverThatForgot(`POST ${path}/comments`, () => ({ status: 201 }))
  visit({ path: `/boycott/${submission.id}`, isSignedIn: true })
  const box = await screen.findByLabelText<HTMLTextAreaElement>('Add a comment')
  fireEvent.change(box, { target: { value: 'Kept.' } })
  fireEvent.click(screen.getByRole('button', { name: 'Post comment' }))
  await screen.findByText(/Your session has expired/)
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await screen.findByText('Failed to post comment')
  expect(localStorage.getItem(`answerable-comment-${submission.id}`)).toContain('Kept.')
})

test('a sign-in by link in another tab continues in the first', async () => {
  let isSignedIn = false
  const server = fakeServer({
    'GET /api/boycotts': () => ({ body: [submission] }),
    [`POST ${path}/vote`]: () =>
      isSignedIn ? { body: { ...submission, score: 11, userVote: 1, version: 9 } } : signedOut(),
  })
  visit({ isSignedIn: true })
  await screen.findByText('margaret.hale')
  fireEvent.click(await screen.findByRole('button', { name: 'Upvote' }))
  await screen.findByText(/Your session has expired/)
  isSignedIn = true
  // biome-ignore lint/suspicious/noDocumentCookie: set by the response in the other tab
  document.cookie = `${sessionHintCookie}=1; Path=/`
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(server.sent('POST', `${path}/vote`)).toHaveLength(2))
  expect(screen.queryByText(/Your session has expired/)).toBe(null)
})

test('the hint of an ended session is removed', async () => {
  fakeServer({ 'GET /api/boycotts': () => ({ body: [submission] }), 'GET /api/auth/me': signedOut })
  visit({ isSignedIn: true })
  await screen.findByText(submission.targetName)
  expect(screen.getAllByRole('button', { name: 'Log in' }).length).toBeGreaterThan(0)
  expect(document.cookie).not.toContain(sessionHintCookie)
})
