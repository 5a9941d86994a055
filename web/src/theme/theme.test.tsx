import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fakeServer, leave, visit } from '../testing/site.tsx'
import { blockStorage } from '../testing/storage.ts'

afterEach(() => {
  leave()
  delete document.documentElement.dataset.theme
})

const feed = { 'GET /api/boycotts': () => ({ body: [] }) }

test('the toggle switches to dark and stores it', async () => {
  fakeServer(feed)
  visit()
  fireEvent.click(await screen.findByRole('button', { name: 'Switch to dark theme' }))
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(localStorage.getItem('answerable-theme')).toBe('dark')
  expect(screen.getByRole('button', { name: 'Switch to light theme' })).toBeTruthy()
})

test('the system’s theme can be chosen again', async () => {
  localStorage.setItem('answerable-theme', 'dark')
  fakeServer(feed)
  visit()
  const select = await screen.findByLabelText<HTMLSelectElement>('Theme')
  expect(select.value).toBe('dark')
  fireEvent.change(select, { target: { value: 'system' } })
  expect(document.documentElement.dataset.theme).toBeUndefined()
  expect(localStorage.getItem('answerable-theme')).toBe('system')
})

test('with blocked storage or an invalid value the system decides', async () => {
  localStorage.setItem('answerable-theme', 'sepia')
  fakeServer(feed)
  visit()
  expect((await screen.findByLabelText<HTMLSelectElement>('Theme')).value).toBe('system')
  leave()
  blockStorage()
  fakeServer(feed)
  visit()
  expect((await screen.findByLabelText<HTMLSelectElement>('Theme')).value).toBe('system')
})
