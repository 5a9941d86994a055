import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fakeServer, leave, visit } from '../testing/site.tsx'

afterEach(() => {
  leave()
  document.head.replaceChildren()
})

test('after navigation the head describes the new page only', async () => {
  document.head.innerHTML = `
    <link rel="canonical" href="${location.origin}/about" data-page>
    <meta property="og:title" content="About" data-page>`
  fakeServer({ 'GET /api/site': () => ({ body: { contactEmail: null } }) })
  visit({ path: '/about' })
  await screen.findByRole('heading', { level: 1 })
  expect(document.querySelector('[property="og:title"]')).not.toBeNull()
  fireEvent.click((await screen.findAllByRole('link', { name: 'Privacy' }))[0] ?? document.body)
  await screen.findByRole('heading', { level: 1, name: /Privacy/ })
  const canonical = () =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="canonical"]')].map(({ href }) => href)
  await waitFor(() => expect(canonical()).toEqual([`${location.origin}/privacy`]))
  expect(document.querySelector('[property="og:title"]')).toBeNull()
})
