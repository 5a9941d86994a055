import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ErrorBoundary } from './error-boundary.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const Bomb = (): never => {
  throw new Error('This page fails.')
}

test('a page that fails is replaced by a message, and the next page is shown', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { rerender } = render(
    <ErrorBoundary path="/broken">
      <Bomb />
    </ErrorBoundary>,
  )
  expect(screen.getByText('This page could not be shown')).toBeTruthy()
  rerender(
    <ErrorBoundary path="/sound">
      <p>Sound</p>
    </ErrorBoundary>,
  )
  expect(screen.getByText('Sound')).toBeTruthy()
})
