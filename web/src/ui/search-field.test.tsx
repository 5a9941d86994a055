import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SearchField } from './search-field.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('searches after the pause, with a filter that was chosen during it', () => {
  const searches: string[] = []
  const field = (filter: string) => (
    <SearchField label="Find" value="" onSearch={(text) => searches.push(`${filter} ${text}`)} />
  )
  const { rerender } = render(field('by name'))
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nestle' } })
  vi.advanceTimersByTime(200)
  rerender(field('by boycotts'))
  expect(searches).toEqual([])
  vi.advanceTimersByTime(50)
  expect(searches).toEqual(['by boycotts nestle'])
})
