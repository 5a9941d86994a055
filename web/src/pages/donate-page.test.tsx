import { pages } from '@answerable/contracts/pages'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, leave, refusal, visit } from '../testing/site.tsx'

afterEach(leave)

const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const testnetAddress = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'

const open = (donateBitcoinAddress: string | null) => {
  fakeServer({
    'GET /api/site': () => ({ body: { donateBitcoinAddress, contactEmail: null } }),
  })
  visit({ path: pages.donate })
}

const clipboard = (writeText: (text: string) => Promise<void>) =>
  vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: { writeText } } }))

test('the address is shown, and the team’s contact for other methods', async () => {
  open(address)
  await screen.findByText(address)
  expect(screen.queryByText('Testnet address.')).toBe(null)
  expect(screen.getByText('For other methods, contact the team.')).toBeTruthy()
})

test('an address of a test network is marked as such', async () => {
  open(testnetAddress)
  await screen.findByText('Testnet address.')
})

test('without an address the page says that donations by Bitcoin are not set up', async () => {
  open(null)
  await screen.findByText('Donations by Bitcoin are not set up on this site.')
  expect(screen.queryByRole('button', { name: 'Copy' })).toBe(null)
})

test("copying shows a notification, and the button says 'Copied!' for two seconds", async () => {
  const written: string[] = []
  clipboard(async (text) => void written.push(text))
  open(address)
  const button = await screen.findByRole('button', { name: 'Copy' })
  fireEvent.pointerDown(button)
  await screen.findByRole('region', { name: 'Notifications (F8)' })
  vi.useFakeTimers()
  await act(async () => fireEvent.click(button))
  expect(written).toEqual([address])
  expect(button.textContent).toBe('Copied!')
  expect(document.querySelector('.toast')?.textContent).toContain('Copied!')
  act(() => {
    vi.advanceTimersByTime(1_900)
  })
  expect(button.textContent).toBe('Copied!')
  act(() => {
    vi.advanceTimersByTime(200)
  })
  expect(button.textContent).toBe('Copy')
})

test("a denied clipboard shows 'Failed to copy'", async () => {
  clipboard(() => Promise.reject(new DOMException('No.', 'NotAllowedError')))
  open(address)
  fireEvent.click(await screen.findByRole('button', { name: 'Copy' }))
  await screen.findByText('Failed to copy')
  expect(screen.getByText('Please copy the address manually')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Copy' })).toBeTruthy()
})

test('a failed fetch of the address can be retried', async () => {
  let isAway = true
  fakeServer({
    'GET /api/site': () =>
      isAway
        ? refusal(503, 'unavailable', 'Not now.')
        : { body: { donateBitcoinAddress: address, contactEmail: null } },
  })
  visit({ path: pages.donate })
  const [again] = await screen.findAllByRole('button', { name: 'Try again' })
  isAway = false
  if (again !== undefined) fireEvent.click(again)
  await screen.findByText(address)
})
