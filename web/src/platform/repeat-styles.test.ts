import { expect, onTestFinished, test, vi } from 'vitest'
import { repeatFailedStyles } from './repeat-styles.ts'

const links = () => [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]

test('a style file that could not be loaded is requested again, less and less often', () => {
  // happy-dom loads no files. Without this, it would report each as failed by itself.
  const { settings } = (window as unknown as { happyDOM: { settings: object } }).happyDOM
  Object.assign(settings, { handleDisabledFileLoadingAsSuccess: true })
  onTestFinished(() => {
    vi.useRealTimers()
    Object.assign(settings, { handleDisabledFileLoadingAsSuccess: false })
    for (const link of links()) link.remove()
  })
  vi.useFakeTimers()
  repeatFailedStyles()
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = '/assets/pages-1.css'
  document.head.append(link)
  link.dispatchEvent(new Event('error'))
  vi.advanceTimersByTime(1_999)
  expect(links()).toEqual([link])
  vi.advanceTimersByTime(1)
  const [second] = links()
  expect(links()).toHaveLength(1)
  expect(second).not.toBe(link)
  expect(second?.href).toBe(link.href)
  second?.dispatchEvent(new Event('error'))
  vi.advanceTimersByTime(3_999)
  expect(links()).toEqual([second])
  vi.advanceTimersByTime(1)
  expect(links()[0]).not.toBe(second)
})
