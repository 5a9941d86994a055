import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { type ReactNode, useLayoutEffect } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { fakeServer } from '../../testing/site.tsx'
import { Suggestions } from './suggestions.tsx'

afterEach(() => {
  cleanup()
  document.body.replaceChildren()
})

type Opened = { field: HTMLInputElement; isSent?: boolean; before?: ReactNode }

const open = ({ field, isSent = false, before }: Opened) => {
  const server = fakeServer({
    'GET /api/suggestions': () => ({ body: { businesses: [], boycotts: [] } }),
  })
  document.body.append(field)
  field.focus()
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        {before}
        <Suggestions field={field} listId="suggestions" isSent={isSent} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return server
}

const type = (field: HTMLInputElement, text: string) => {
  field.value = text
  field.dispatchEvent(new Event('input'))
}

test('a key pressed while the suggestions are first rendered counts', async () => {
  const field = document.createElement('input')
  const KeyPress = () => {
    useLayoutEffect(() => type(field, 'n'), [])
    return null
  }
  const server = open({ field, before: <KeyPress /> })
  expect(await screen.findByRole('option', { name: 'All results for “n”' })).toBeTruthy()
  await expect.poll(() => server.requests.map(({ path }) => path)).toEqual(['/api/suggestions?q=n'])
})

test('the list stays closed for a text that was sent before it loaded, until the next key', async () => {
  const field = document.createElement('input')
  field.value = 'nestle'
  open({ field, isSent: true })
  expect(screen.queryByRole('listbox')).toBe(null)
  act(() => type(field, 'nestle 2'))
  expect(screen.getByRole('listbox')).toBeTruthy()
})
