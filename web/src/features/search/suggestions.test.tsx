import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { fakeServer } from '../../testing/site.tsx'
import { Suggestions } from './suggestions.tsx'

test('a key pressed while the suggestions are first rendered counts', async () => {
  const server = fakeServer({ 'GET /api/suggestions': () => ({ body: emptySuggestions }) })
  const field = document.createElement('input')
  document.body.append(field)
  field.focus()
  const KeyPress = () => {
    useLayoutEffect(() => {
      field.value = 'n'
      field.dispatchEvent(new Event('input'))
    }, [])
    return null
  }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <KeyPress />
        <Suggestions field={field} listId="suggestions" />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(await screen.findByRole('option', { name: 'All results for “n”' })).toBeTruthy()
  await expect.poll(() => server.requests.map(({ path }) => path)).toEqual(['/api/suggestions?q=n'])
})

const emptySuggestions = { businesses: [], boycotts: [] }
