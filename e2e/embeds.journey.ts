import { boycottPath } from '@answerable/contracts/pages'
import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { boycott } from './page-parts.ts'

test('no request to another site is sent before Load Content', async ({
  page,
  context,
  baseURL,
}) => {
  const elsewhere: string[] = []
  await context.route(
    (url) => url.origin !== baseURL,
    async (route) => {
      elsewhere.push(route.request().url())
      await route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><title>Player</title>',
      })
    },
  )
  const { id, embedUrl } = await boycott(page.request, 'LEGO and Shell co-branding')
  await page.goto(boycottPath(id))
  const load = page.getByRole('button', { name: 'Load Content' })
  await load.scrollIntoViewIfNeeded()
  await expect(page.locator('iframe')).toHaveCount(0)
  expect(elsewhere).toEqual([])
  await load.click()
  await expect(page.locator('iframe')).toHaveAttribute('src', embedUrl ?? '')
  await expect.poll(() => elsewhere).toEqual([embedUrl])
  expect(new URL(embedUrl ?? '').host).toBe('www.youtube-nocookie.com')
})
