import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'

test('the theme follows the system until the user chooses one, and the choice is stored', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  const light = await background(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => background(page)).not.toBe(light)
  const dark = await background(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(() => background(page)).toBe(light)
  await page.getByRole('button', { name: /dark theme/i }).click()
  await expect.poll(() => background(page)).toBe(dark)
  await page.reload()
  await expect.poll(() => background(page)).toBe(dark)
  await expect(page.getByRole('button', { name: /light theme/i })).toBeVisible()
})

test('a stored theme applies before the application loads, without a flash', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  const light = await background(page)
  await page.getByRole('button', { name: /dark theme/i }).click()
  await expect.poll(() => background(page)).not.toBe(light)
  const dark = await background(page)

  const application = Promise.withResolvers<void>()
  await page.route(/\/assets\/(?!theme-).*\.js$/, async (route) => {
    await application.promise
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await expect.poll(() => background(page)).toBe(dark)
  await expect(page.getByRole('button', { name: /light theme/i })).toHaveCount(0)
  application.resolve()
  await expect(page.getByRole('button', { name: /light theme/i })).toBeVisible()
  expect(await background(page)).toBe(dark)
})

/** Background of the page. */
const background = (page: Page): Promise<string> =>
  page.locator('html').evaluate((html) => {
    const view = html.ownerDocument.defaultView
    const painted = [html.querySelector('body'), html]
      .filter((element) => element !== null)
      .map((element) => view.getComputedStyle(element).backgroundColor)
      .find((colour) => colour !== 'rgba(0, 0, 0, 0)')
    return String(painted)
  })
