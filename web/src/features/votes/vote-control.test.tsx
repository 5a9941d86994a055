import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fakeServer, leave, refusal, visit } from '../../testing/site.tsx'
import { aSubmission } from '../../testing/submissions.ts'

afterEach(leave)

const submission = aSubmission({ score: 10, version: 5 })
const votePath = `/api/boycotts/${submission.id}/vote`
const listing = () => ({ body: [submission], headers: { 'x-total-count': '1' } })

const arrow = (name: 'Upvote' | 'Downvote') => screen.getByRole('button', { name })
const isPressed = (name: 'Upvote' | 'Downvote') => arrow(name).getAttribute('aria-pressed')
const scoreIs = (score: number) => screen.getByRole('status', { name: `Score ${score}` })

test('a visitor is asked to log in, and nothing is sent', async () => {
  const server = fakeServer({ 'GET /api/boycotts': listing })
  visit()
  await screen.findByText(submission.targetName)
  fireEvent.click(arrow('Upvote'))
  await screen.findByText('Login required')
  expect(screen.getByText('You must be logged in to vote')).toBeTruthy()
  expect(server.sent('POST', votePath)).toHaveLength(0)
})

test('a vote shows at once, and then with the server’s score', async () => {
  const responded = Promise.withResolvers<void>()
  fakeServer({
    'GET /api/boycotts': listing,
    [`POST ${votePath}`]: async () => {
      await responded.promise
      return { body: { ...submission, score: 25, userVote: 1, version: 9 } }
    },
  })
  visit({ isSignedIn: true })
  await screen.findByText(submission.targetName)
  fireEvent.click(arrow('Upvote'))
  expect(scoreIs(11)).toBeTruthy()
  expect(isPressed('Upvote')).toBe('true')
  responded.resolve()
  await waitFor(() => expect(scoreIs(25)).toBeTruthy())
  expect(isPressed('Upvote')).toBe('true')
})

test('clicking the active arrow withdraws the vote', async () => {
  const server = fakeServer({
    'GET /api/boycotts': () => ({ body: [{ ...submission, userVote: -1 }] }),
    [`DELETE ${votePath}`]: () => ({ body: { ...submission, score: 11, version: 6 } }),
  })
  visit({ isSignedIn: true })
  await screen.findByText(submission.targetName)
  expect(isPressed('Downvote')).toBe('true')
  fireEvent.click(arrow('Downvote'))
  expect(isPressed('Downvote')).toBe('false')
  await waitFor(() => expect(server.sent('DELETE', votePath)).toHaveLength(1))
  expect(server.sent('POST', votePath)).toHaveLength(0)
})

test('a rejected vote is rolled back with the server’s message', async () => {
  fakeServer({
    'GET /api/boycotts': listing,
    [`POST ${votePath}`]: () => refusal(429, 'too_many_requests', 'Too many requests.'),
  })
  visit({ isSignedIn: true })
  await screen.findByText(submission.targetName)
  fireEvent.click(arrow('Downvote'))
  expect(scoreIs(9)).toBeTruthy()
  await screen.findByText('Too many requests.')
  expect(screen.getByText('Error')).toBeTruthy()
  expect(scoreIs(10)).toBeTruthy()
  expect(isPressed('Downvote')).toBe('false')
})

test('a vote that fails without a message still shows an error', async () => {
  fakeServer({
    'GET /api/boycotts': listing,
    [`POST ${votePath}`]: () => ({ status: 502 }),
  })
  visit({ isSignedIn: true })
  await screen.findByText(submission.targetName)
  fireEvent.click(arrow('Upvote'))
  await screen.findByText('Failed to record vote')
})
