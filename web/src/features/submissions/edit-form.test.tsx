import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fakeServer, leave, refusal, user, visit } from '../../testing/site.tsx'
import { aSubmission } from '../../testing/submissions.ts'

afterEach(() => {
  leave()
  localStorage.clear()
})

const submission = aSubmission({ author: { username: user.username } })
const path = `/api/boycotts/${submission.id}`
const routes = {
  [`GET ${path}`]: () => ({ body: submission }),
  [`GET ${path}/comments`]: () => ({ body: [] }),
}
const page = { path: `/boycott/${submission.id}`, isSignedIn: true }
const openForm = async (): Promise<HTMLTextAreaElement> => {
  fireEvent.click(await screen.findByRole('button', { name: `Edit ${submission.targetName}` }))
  return screen.findByLabelText<HTMLTextAreaElement>('Reasons')
}

test('the author sends only what changed, and the page shows the response', async () => {
  const edited = { ...submission, reasons: 'Better *reasons*.', version: 6 }
  const server = fakeServer({ ...routes, [`PATCH ${path}`]: () => ({ body: edited }) })
  visit(page)
  const reasons = await openForm()
  expect(reasons.value).toBe(submission.reasons)
  fireEvent.change(reasons, { target: { value: 'Better *reasons*.' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await screen.findByText('Changes saved')
  const [sent] = server.sent('PATCH', path)
  expect(sent?.body).toEqual({ reasons: 'Better *reasons*.', expectedVersion: submission.version })
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBe(null)
  await waitFor(() => expect(document.querySelector('em')?.textContent).toBe('reasons'))
})

test('an unfinished edit is a draft, and does not overwrite a change from another window unseen', async () => {
  let version = submission.version
  const handlers: Parameters<typeof fakeServer>[0] = {
    ...routes,
    [`GET ${path}`]: () => ({ body: { ...submission, version } }),
    [`PATCH ${path}`]: ({ body }) => {
      const { expectedVersion } = body as { expectedVersion: number }
      if (expectedVersion === version) return { body: { ...submission, version: version + 1 } }
      return refusal(409, 'submission_changed', 'It was changed.')
    },
  }
  fakeServer(handlers)
  visit(page)
  fireEvent.change(await openForm(), { target: { value: 'Mine.' } })
  cleanup()
  visit(page)
  const reasons = await openForm()
  expect(reasons.value).toBe('Mine.')
  version += 1
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await screen.findByText(/^This boycott was changed in another window/)
  expect(reasons.value).toBe('Mine.')
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await screen.findByText('Changes saved')
})

test('other members cannot edit', async () => {
  const others = { ...submission, author: { username: 'gentle-cedar' } }
  fakeServer({ ...routes, [`GET ${path}`]: () => ({ body: others }) })
  visit(page)
  await screen.findByLabelText('Add a comment')
  expect(screen.queryByRole('button', { name: /^Edit/ })).toBe(null)
})

test('the history shows what each version added and removed', async () => {
  const { targetName, location, category, sources } = submission
  const demand = 'Free seats.'
  const version = {
    targetName,
    location,
    category,
    sources,
    demand,
    createdAt: submission.createdAt,
  }
  fakeServer({
    [`GET ${path}/versions`]: () => ({
      body: [
        { ...version, number: 2, reasons: 'Seats were not free.' },
        { ...version, number: 1, reasons: 'Seats were free.' },
      ],
    }),
  })
  visit({ path: `/boycott/${submission.id}/history` })
  await screen.findByText(`History of ${targetName}`)
  expect(document.querySelector('ins')?.textContent).toContain('not')
  expect(document.querySelectorAll('.history > li:first-child dt')).toHaveLength(1)
  expect(document.querySelectorAll('.history > li:last-child dt')).toHaveLength(6)
})
