import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { ShowToast } from './notice.ts'
import { ToastProvider, useToast } from './toast.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** Renders a page and returns its function to notify. */
const openPage = async (): Promise<ShowToast> => {
  let show: ShowToast | undefined
  const Page = () => {
    show = useToast()
    return null
  }
  render(
    <ToastProvider>
      <Page />
    </ToastProvider>,
  )
  fireEvent.keyDown(document.body, { key: 'Tab' })
  await screen.findByRole('region', { name: 'Notifications (F8)' })
  if (show === undefined) throw new Error('The page was not rendered.')
  return show
}

test('a notification before the first interaction is shown', async () => {
  let show: ShowToast | undefined
  const Page = () => {
    show = useToast()
    return null
  }
  render(
    <ToastProvider>
      <Page />
    </ToastProvider>,
  )
  expect(screen.queryByRole('region')).toBe(null)
  act(() => show?.({ title: 'Welcome!' }))
  expect(await screen.findByText('Welcome!')).toBeTruthy()
})

test('notifications are loaded for idle readers too, in case the connection is lost', async () => {
  vi.useFakeTimers()
  render(<ToastProvider>{null}</ToastProvider>)
  act(() => void vi.advanceTimersByTime(4_999))
  await act(() => vi.dynamicImportSettled())
  expect(screen.queryByRole('region')).toBe(null)
  act(() => void vi.advanceTimersByTime(1))
  await act(() => vi.dynamicImportSettled())
  expect(screen.getByRole('region', { name: 'Notifications (F8)' })).toBeTruthy()
})

test('a new notification replaces the previous one', async () => {
  const show = await openPage()
  act(() => show({ title: 'Magic link sent!' }))
  act(() => show({ title: 'Email sent!' }))
  expect(screen.getByText('Email sent!')).toBeTruthy()
  expect(screen.queryByText('Magic link sent!')).toBe(null)
})

test('a notification disappears after three seconds', async () => {
  const show = await openPage()
  vi.useFakeTimers()
  act(() => show({ title: 'Logged out', variant: 'destructive' }))
  expect(document.querySelector('[data-variant="destructive"]')).toBeTruthy()
  act(() => void vi.advanceTimersByTime(2_900))
  expect(screen.getByText('Logged out')).toBeTruthy()
  act(() => void vi.advanceTimersByTime(200))
  expect(screen.queryByText('Logged out')).toBe(null)
})

test('a closed notification is removed after 1,000,000 ms', async () => {
  const show = await openPage()
  vi.useFakeTimers()
  act(() => show({ title: 'Logged out' }))
  act(() => void vi.advanceTimersByTime(3_000))
  const waiting = vi.getTimerCount()
  act(() => void vi.advanceTimersByTime(999_999))
  expect(vi.getTimerCount()).toBe(waiting)
  act(() => void vi.advanceTimersByTime(1))
  expect(vi.getTimerCount()).toBe(waiting - 1)
})
