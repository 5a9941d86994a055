import { expect } from '@playwright/test'
import { violationsInBothThemes } from './axe.ts'
import { test } from './fixtures.ts'
import { mobileMenu, openScreen, screens } from './screens.ts'

test('no axe violations in the light and the dark theme: mobile menu', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await mobileMenu.open(page)
  expect(await violationsInBothThemes(page)).toEqual([])
})

for (const screen of [...screens, mobileMenu]) {
  test(`no horizontal scrolling at 320 pixels: ${screen.name}`, async ({
    page,
    signIn,
    becomeAdmin,
    openWindow,
    problems,
  }) => {
    if (screen.problem) problems.expect(screen.problem)
    await page.setViewportSize({ width: 320, height: 640 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openScreen(page, screen, { signIn, becomeAdmin, openWindow })
    const width = await page
      .locator('html')
      .evaluate((html) =>
        Math.max(...[html, ...html.querySelectorAll('main, dialog')].map((box) => box.scrollWidth)),
      )
    expect(width).toBeLessThanOrEqual(320)
  })
}
