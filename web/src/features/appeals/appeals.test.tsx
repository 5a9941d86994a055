import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fakeServer, leave, refusal, user, visit } from '../../testing/site.tsx'
import { aSubmission } from '../../testing/submissions.ts'

afterEach(leave)

type Handlers = NonNullable<Parameters<typeof fakeServer>[0]>

const removed = aSubmission({ approved: false, authorId: user.id })
const path = `/api/boycotts/${removed.id}`
const decision = {
  decisionId: crypto.randomUUID(),
  kind: 'remove',
  reasonCode: 'unsourced',
  note: 'Please give a source.',
  decidedAt: '2026-11-03T10:00:00.000Z',
  appeal: null,
}
const appeal = {
  text: 'There is a source now.',
  state: 'open',
  createdAt: '2026-11-04T10:00:00.000Z',
  settledAt: null,
  reasonCode: null,
  note: null,
}
const open = (handlers: Handlers = {}) => {
  const server = fakeServer({
    [`GET ${path}`]: () => ({ body: removed }),
    [`GET ${path}/comments`]: () => ({ body: [] }),
    [`GET ${path}/decision`]: () => ({ body: decision }),
    ...handlers,
  })
  visit({ path: `/boycott/${removed.id}`, isSignedIn: true })
  return server
}

test('authors see the decision about their submission and its reason', async () => {
  open()
  await screen.findByText('An administrator removed this submission')
  for (const text of ['Serious claims without a source', 'Please give a source.']) {
    expect(screen.getByText(text)).toBeTruthy()
  }
  expect(screen.getByText(decision.decisionId)).toBeTruthy()
  expect(screen.queryByLabelText('Add a comment')).toBe(null)
  expect(screen.queryByRole('button', { name: 'Upvote' })).toBe(null)
})

test('an appeal is sent once and then waits', async () => {
  const server = open({
    [`POST ${path}/appeal`]: () => ({ status: 201, body: { ...decision, appeal } }),
  })
  const box = await screen.findByLabelText('Appeal against this decision')
  const send = screen.getByRole('button', { name: 'Send appeal' })
  expect(send).toHaveProperty('disabled', true)
  fireEvent.change(box, { target: { value: 'x'.repeat(1_001) } })
  expect(screen.getByText('1 character too many')).toBeTruthy()
  expect(send).toHaveProperty('disabled', true)
  fireEvent.change(box, { target: { value: ' There is a source now. ' } })
  fireEvent.click(send)
  await screen.findByText('Your appeal is waiting for an administrator')
  await screen.findByText('Appeal sent')
  expect(screen.queryByLabelText('Appeal against this decision')).toBe(null)
  expect(server.sent('POST', `${path}/appeal`)[0]?.body).toEqual({ text: 'There is a source now.' })
})

test('a decided appeal shows the outcome and reason', async () => {
  open({
    [`GET ${path}/decision`]: () => ({
      body: {
        ...decision,
        appeal: {
          ...appeal,
          state: 'upheld',
          settledAt: '2026-11-05T10:00:00.000Z',
          note: 'The source says otherwise.',
        },
      },
    }),
  })
  await screen.findByText('Your appeal was rejected. The submission stays removed.')
  expect(screen.getByText('The source says otherwise.')).toBeTruthy()
})

test('a rejected appeal request and a failed fetch of the decision show a message', async () => {
  open({
    [`POST ${path}/appeal`]: () =>
      refusal(409, 'already_appealed', 'You have already appealed against this decision.'),
  })
  fireEvent.change(await screen.findByLabelText('Appeal against this decision'), {
    target: { value: 'Again.' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Send appeal' }))
  await screen.findByText('You have already appealed against this decision.')
  leave()
  open({ [`GET ${path}/decision`]: () => ({ status: 503 }) })
  await screen.findByText('Failed to fetch the decision: Service Unavailable')
})

const suspended = 'Your account is suspended. You can read but not post.'

test('every rejected write of a suspended member shows the suspension', async () => {
  const shown = aSubmission()
  const refuse = () => refusal(403, 'account_suspended', suspended)
  fakeServer({
    [`GET ${path}`]: () => ({ body: shown }),
    [`GET ${path}/comments`]: () => ({ body: [] }),
    [`POST ${path}/comments`]: refuse,
    [`POST ${path}/vote`]: refuse,
    [`POST ${path}/flag`]: refuse,
  })
  visit({ path: `/boycott/${shown.id}`, isSignedIn: true })
  fireEvent.change(await screen.findByLabelText('Add a comment'), { target: { value: 'Hello.' } })
  fireEvent.click(screen.getByRole('button', { name: 'Post comment' }))
  await screen.findByText('Failed to post comment')
  expect(screen.getByText(suspended)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Upvote' }))
  await screen.findByText('Error')
  expect(screen.getByText(suspended)).toBeTruthy()
})
