import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { blockStorage } from '../../testing/storage.ts'
import { type Box, placeTour } from './place-tour.ts'
import { resetTour } from './tour-flags.ts'
import { TourProvider, useTourOfListing } from './tour-provider.tsx'

beforeEach(async () => {
  // Load the module before the clock is stopped.
  await import('./tour.tsx')
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const Listing = ({ isLoaded }: { isLoaded: boolean }) => {
  useTourOfListing(isLoaded)
  return <ol data-tour="submissions-list" />
}
const site = (isLoaded = true, isOnFeed = true) => (
  <TourProvider>{isOnFeed && <Listing isLoaded={isLoaded} />}</TourProvider>
)
const open = () => render(site())
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const tour = () => screen.queryByRole('dialog')
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const press = (name: string) => fireEvent.click(button(name))
const flags = () => ({
  ended: localStorage.getItem('onboarding-completed') !== null,
  completed: localStorage.getItem('answerable-onboarding-completed') !== null,
})

test('it opens 1500 ms after the listing has loaded, and not before', async () => {
  const { rerender } = render(site(false))
  await pass(10_000)
  expect(tour()).toBe(null)
  rerender(site(true))
  await pass(1_499)
  expect(tour()).toBe(null)
  await pass(1)
  expect(tour()).toBeTruthy()
  expect(screen.getByText('Welcome to Answerable')).toBeTruthy()
})

test('five steps: welcome, browse, voting, submit, moderation; Next on the last completes', async () => {
  open()
  await pass(1_500)
  expect(button('Back').disabled).toBe(true)
  const titles = [
    'Welcome to Answerable',
    'Browse proposed boycotts',
    'Vote up or down',
    'Submit a boycott',
    'Help keep it fair',
  ]
  for (const [index, title] of titles.entries()) {
    expect(screen.getByRole('heading', { name: title })).toBeTruthy()
    expect(screen.getByText(`${index + 1} of 5`)).toBeTruthy()
    expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(index + 1)
    expect(button('Back').disabled).toBe(index === 0)
    if (index < 4) press('Next')
  }
  expect(flags()).toEqual({ ended: false, completed: false })
  expect(screen.getByText('Start')).toBeTruthy()
  press('Start Get Started')
  await pass(300)
  expect(tour()).toBe(null)
  expect(flags()).toEqual({ ended: true, completed: true })
})

test('Back goes back, and on the first step moves the focus to Next', async () => {
  open()
  await pass(1_500)
  press('Next')
  button('Back').focus()
  press('Back')
  expect(screen.getByText('1 of 5')).toBeTruthy()
  expect(document.activeElement).toBe(button('Next'))
})

test('it advises reasons with reliable sources and a focus on facts', async () => {
  open()
  await pass(1_500)
  for (let step = 1; step < 4; step += 1) press('Next')
  expect(screen.getByText(/reliable sources, and focus on facts/)).toBeTruthy()
})

const waysOut: Record<string, () => void> = {
  'Skip or Skip tour': () => press('Skip Skip tour'),
  X: () => press('Close'),
  Escape: () => fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true })),
  'a press on the backdrop': () => {
    fireEvent.pointerDown(screen.getByRole('dialog'))
    fireEvent.click(screen.getByRole('dialog'))
  },
}

test.each(Object.entries(waysOut))('%s closes after 300 ms, for good', async (_, leave) => {
  const { unmount } = open()
  await pass(1_500)
  leave()
  await pass(299)
  expect(tour()).toBeTruthy()
  await pass(1)
  expect(tour()).toBe(null)
  expect(flags()).toEqual({ ended: true, completed: false })
  await pass(60_000)
  expect(tour()).toBe(null)
  unmount()
  open()
  await pass(60_000)
  expect(tour()).toBe(null)
})

test('with blocked storage it still opens once per session', async () => {
  blockStorage()
  const { rerender } = open()
  await pass(1_500)
  press('Close')
  await pass(300)
  rerender(site(true, false))
  rerender(site(true, true))
  await pass(60_000)
  expect(tour()).toBe(null)
})

test('leaving the page closes it', async () => {
  const { rerender } = open()
  await pass(1_500)
  rerender(site(true, false))
  expect(tour()).toBe(null)
  expect(flags()).toEqual({ ended: true, completed: false })
})

test('it opens only when no dialog is open', async () => {
  const other = document.createElement('dialog')
  document.body.append(other)
  other.showModal()
  open()
  await pass(10_000)
  expect(document.querySelector('.tour')).toBe(null)
  other.close()
  other.remove()
  await pass(1_500)
  expect(tour()).toBeTruthy()
})

test('a reset opens it again, also without a reload', async () => {
  open()
  await pass(1_500)
  press('Close')
  await pass(300)
  act(() => resetTour())
  expect(flags()).toEqual({ ended: false, completed: false })
  await pass(1_500)
  expect(tour()).toBeTruthy()
})

test('the panel stays on the screen and never covers what it points at', () => {
  const length = (max: number) => fc.integer({ min: 0, max })
  const area = fc.record({
    left: fc.integer({ min: -500, max: 2_000 }),
    top: fc.integer({ min: -3_000, max: 3_000 }),
    width: length(2_000),
    height: length(5_000),
  })
  const panel = fc.record({
    width: fc.constantFrom(296, 384),
    height: fc.integer({ min: 150, max: 290 }),
  })
  const viewport = fc.record({
    width: fc.integer({ min: 408, max: 2_000 }),
    height: fc.integer({ min: 320, max: 1_400 }),
  })
  fc.assert(
    fc.property(fc.option(area), panel, viewport, (given, size, screenSize) => {
      const layout = placeTour(given, size, screenSize)
      const box = { ...layout.panel, ...size }
      expect(isInside(box, { left: 0, top: 0, ...screenSize })).toBe(true)
      if (layout.spot === null) return
      expect(isInside(layout.spot, { left: 0, top: 0, ...screenSize })).toBe(true)
      expect(overlap(layout.spot, box)).toBe(false)
    }),
  )
})

const isInside = (one: Box, other: Box): boolean =>
  one.left >= other.left &&
  one.top >= other.top &&
  one.left + one.width <= other.left + other.width &&
  one.top + one.height <= other.top + other.height

const overlap = (one: Box, other: Box): boolean =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height
