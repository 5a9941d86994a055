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

test('with reduced motion a page changes at once, with all its colours', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' })
  await page.goto('/')
  await expect(page.getByRole('button', { name: /dark theme/i })).toBeVisible()
  expect(await movementsOf(page, 'dark')).not.toEqual([])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await movementsOf(page, 'light')).toEqual([])
})

/** Animations and transitions that start when the theme changes and a new figure is shown. */
const movementsOf = (page: Page, theme: 'light' | 'dark'): Promise<string[]> =>
  page.evaluate(`(() => {
    const figure = document.createElement('span')
    figure.className = 'lit'
    document.body.append(figure)
    document.documentElement.dataset.theme = '${theme}'
    return document.getAnimations().map((one) => one.transitionProperty ?? one.animationName)
  })()`)

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
