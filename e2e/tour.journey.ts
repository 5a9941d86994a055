import { expect, type Locator, type Page } from '@playwright/test'
import { violationsInBothThemes } from './axe.ts'
import { test } from './fixtures.ts'
import { firstVisit } from './visitors.ts'

test.use({ storageState: firstVisit })

test('the tour opens once, and no step has axe violations in either theme', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const tour = page.getByRole('dialog')
  for (const step of [1, 2, 3, 4, 5]) {
    await expect(tour.getByText(`${step} of 5`)).toBeVisible()
    expect(await violationsInBothThemes(page)).toEqual([])
    if (step < 5) await tour.getByRole('button', { name: 'Next' }).click()
  }
  await tour.getByRole('button', { name: 'Get Started' }).click()
  await expect(tour).toBeHidden()
  const { origins } = await page.context().storageState()
  const stored = origins.flatMap(({ localStorage }) => localStorage.map(({ name }) => name))
  expect(stored).toContain('onboarding-completed')
  expect(stored).toContain('answerable-onboarding-completed')
})

for (const width of [320, 390]) {
  test(`the largest text on a screen of ${width} pixels is the feed's, also when the tour has opened`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/')
    const tour = page.getByRole('dialog')
    await expect(tour.getByRole('heading')).toBeVisible()
    const largest = Math.max(...(await areasOfTexts(tour)))
    expect(largest).toBeGreaterThan(0)
    expect(largest).toBeLessThan(await largestPaintOfFeed(page))
  })
}

/** Area of the text in square pixels, not of its line box. */
const areasOfTexts = (tour: Locator): Promise<number[]> =>
  tour.locator('h2, p').evaluateAll((texts) =>
    texts.map((text) => {
      const range = text.ownerDocument.createRange()
      range.selectNodeContents(text)
      const { width, height } = range.getBoundingClientRect()
      return width * height
    }),
  )

/** Largest contentful paint outside of dialogs, in square pixels, as reported by the browser. */
const largestPaintOfFeed = (page: Page): Promise<number> =>
  page.evaluate(`new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      const paints = list.getEntries().filter(({ element }) => element?.closest('dialog') === null)
      if (paints.length > 0) resolve(Math.max(...paints.map(({ size }) => size)))
    })
    observer.observe({ type: 'largest-contentful-paint', buffered: true })
  })`)
