import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SearchField } from './search-field.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

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

test('text typed while an own search is rendered stays; another address replaces it', () => {
  const searches: string[] = []
  const field = (value: string) => (
    <SearchField label="Find" value={value} onSearch={(text) => searches.push(text)} />
  )
  const { rerender } = render(field(''))
  const input = screen.getByRole<HTMLInputElement>('searchbox')
  const type = (value: string) => fireEvent.change(input, { target: { value } })
  type('nes')
  act(() => void vi.advanceTimersByTime(250))
  type('nest')
  rerender(field('nes'))
  expect(input.value).toBe('nest')
  act(() => void vi.advanceTimersByTime(250))
  expect(searches).toEqual(['nes', 'nest'])
  rerender(field('nest'))
  rerender(field('nes'))
  expect(input.value).toBe('nes')
})
