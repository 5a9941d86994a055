import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, leave, visit } from '../../testing/site.tsx'
import { aSubmission } from '../../testing/submissions.ts'

afterEach(() => {
  vi.restoreAllMocks()
  Reflect.deleteProperty(navigator, 'share')
  leave()
})

const submission = aSubmission()
const open = async () => {
  fakeServer({
    [`GET /api/boycotts/${submission.id}`]: () => ({ body: submission }),
    [`GET /api/boycotts/${submission.id}/comments`]: () => ({ body: [] }),
  })
  visit({ path: `/boycott/${submission.id}` })
  return screen.findByRole('button', { name: 'Copy link' })
}
const address = () => `${location.origin}/boycott/${submission.id}`
const shareIs = (share: () => Promise<void>) =>
  Object.defineProperty(navigator, 'share', { value: share, configurable: true })

test("copying the link shows 'Copied!'", async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  fireEvent.click(await open())
  await screen.findByText('Copied!')
  expect(write).toHaveBeenCalledWith(address())
  expect(screen.queryByRole('button', { name: 'Share' })).toBe(null)
})

test("a denied clipboard shows 'Failed to copy'", async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no'))
  fireEvent.click(await open())
  await screen.findByText('Failed to copy')
  expect(screen.getByText('Please copy the address manually')).toBeTruthy()
})

test('sharing is offered where the device supports it; cancelling is no error', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const share = vi.fn(() => Promise.reject(new DOMException('closed', 'AbortError')))
  shareIs(share)
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Share' }))
  await waitFor(() =>
    expect(share).toHaveBeenCalledWith({ title: submission.targetName, url: address() }),
  )
  expect(write).not.toHaveBeenCalled()
})

test('failed sharing copies the link', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  shareIs(() => Promise.reject(new DOMException('no', 'NotAllowedError')))
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Share' }))
  await screen.findByText('Copied!')
})
