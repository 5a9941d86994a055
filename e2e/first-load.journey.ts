import { boycottPath, pages } from '@answerable/contracts/pages'
import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { boycott } from './page-parts.ts'

/** Addresses that a page asks for, from now on. */
const asked = (page: Page): string[] => {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(new URL(request.url()).pathname))
  return addresses
}

test('what a page needs is asked for ahead of the application, and once', async ({
  page,
  request,
}) => {
  const { id } = await boycott(request, 'Nike')
  for (const [path, data] of [
    [pages.home, '/api/boycotts'],
    [boycottPath(id), `/api/boycotts/${id}`],
  ] as const) {
    const addresses = asked(page)
    await page.goto(path)
    await page.getByRole('main').getByRole('heading', { name: 'Nike' }).waitFor()
    expect(addresses.filter((address) => address === data)).toHaveLength(1)
    expect(await page.locator('link[rel="preload"][as="fetch"]').count()).toBe(1)
  }
})

test('the scripts of a page that people arrive at come beside those of all pages', async ({
  page,
}) => {
  await page.goto(pages.about)
  await page.getByRole('main').getByRole('heading').first().waitFor()
  const ahead = page.locator('link[rel="modulepreload"][href*="/about-page-"]')
  expect(await ahead.count()).toBeGreaterThan(0)
})
