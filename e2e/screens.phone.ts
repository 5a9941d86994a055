import { expect } from '@playwright/test'
import { violationsOn } from './axe.ts'
import { test } from './fixtures.ts'
import { mobileMenu, screens } from './screens.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the ${colorScheme} theme: mobile menu`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await mobileMenu.open(page)
    expect(await violationsOn(page)).toEqual([])
  })
}

for (const screen of [...screens, mobileMenu]) {
  test(`nothing scrolls sideways at 320 pixels: ${screen.name}`, async ({
    page,
    signIn,
    problems,
  }) => {
    if (screen.isMissing) problems.expect(/status of 404/)
    await page.setViewportSize({ width: 320, height: 640 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    if (screen.isForMembers) await signIn(page)
    await screen.open(page)
    const width = await page
      .locator('html')
      .evaluate((html) =>
        Math.max(...[html, ...html.querySelectorAll('main, dialog')].map((box) => box.scrollWidth)),
      )
    expect(width).toBeLessThanOrEqual(320)
  })
}
