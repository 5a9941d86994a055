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

test('what a member’s page needs is asked for ahead of the application, and once', async ({
  page,
  request,
  signIn,
}) => {
  await signIn(page)
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

test('a visitor’s page has what it shows with it: nothing is asked for', async ({
  page,
  request,
}) => {
  const { id } = await boycott(request, 'Nike')
  for (const path of [pages.home, boycottPath(id)]) {
    const addresses = asked(page)
    await page.goto(path)
    await page.getByRole('main').getByRole('heading', { name: 'Nike' }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(addresses.filter((address) => address.startsWith('/api/'))).toEqual([])
  }
})

test('the site can be read without scripts', async ({ browser, baseURL, request }) => {
  const { id } = await boycott(request, 'Nike')
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const page = await context.newPage()
  await page.goto(pages.home)
  await page.getByRole('main').getByRole('link', { name: 'Nike' }).click()
  await expect(page).toHaveURL(boycottPath(id))
  await expect(page.getByRole('heading', { level: 1, name: 'Nike' })).toBeVisible()
  await expect(page).toHaveTitle('Nike · Answerable')
  await context.close()
})

test('who presses a button before the application has come is answered when it has', async ({
  page,
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/index-*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(pages.home, { waitUntil: 'commit' })
  const dialog = page.getByRole('dialog')
  await page
    .getByRole('banner')
    .getByRole('button', { name: 'Menu' })
    .or(logIn(page))
    .first()
    .click()
  await expect(dialog).toHaveCount(0)
  release()
  await expect(dialog).toBeVisible()
})

const logIn = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Log in' })

test('the scripts of a page that people arrive at come beside those of all pages', async ({
  page,
}) => {
  await page.goto(pages.about)
  await page.getByRole('main').getByRole('heading').first().waitFor()
  const ahead = page.locator('link[rel="modulepreload"][href*="/about-page-"]')
  expect(await ahead.count()).toBeGreaterThan(0)
})
