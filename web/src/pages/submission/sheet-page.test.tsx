import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, leave, visit } from '../../testing/site.tsx'
import { aSubmission } from '../../testing/submissions.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  leave()
})

const open = (submission = aSubmission(), id = submission.id) => {
  fakeServer({ [`GET /api/boycotts/${id}`]: () => ({ body: submission }) })
  visit({ path: `/boycott/${id}/sheet` })
}

test('a sheet has the reasons, the demand, the status and the address of the boycott', async () => {
  const submission = aSubmission({ demand: 'Pay the workers.', status: 'active' })
  open(submission)
  const sheet = within(await screen.findByRole('article'))
  sheet.getByRole('heading', { level: 1, name: submission.targetName })
  for (const text of [submission.reasons, 'Pay the workers.', 'Active', submission.location])
    sheet.getByText(text)
  sheet.getByText(`${location.origin}/boycott/${submission.id}`)
  const print = vi.fn()
  vi.stubGlobal('print', print)
  fireEvent.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledTimes(1)
})

test('the sheet of a merged boycott is the one of the remaining boycott', async () => {
  const remaining = aSubmission()
  fakeServer({
    'GET /api/boycotts/m1M2m3M4': () => ({ body: remaining }),
    [`GET /api/boycotts/${remaining.id}`]: () => ({ body: remaining }),
  })
  visit({ path: '/boycott/m1M2m3M4/sheet' })
  await screen.findByText(`${location.origin}/boycott/${remaining.id}`)
})

test('a removed boycott has no sheet, also not for its author', async () => {
  open(aSubmission({ approved: false }))
  await screen.findByRole('heading', { level: 1, name: /not found/i })
  expect(screen.queryByRole('article')).toBe(null)
})
