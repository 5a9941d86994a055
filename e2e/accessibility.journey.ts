import { expect } from '@playwright/test'
import { violationsInBothThemes } from './axe.ts'
import { test } from './fixtures.ts'
import { openScreen, screens } from './screens.ts'

for (const screen of screens) {
  test(`no axe violations in the light and the dark theme: ${screen.name}`, async ({
    page,
    signIn,
    becomeAdmin,
    openWindow,
    problems,
  }) => {
    if (screen.problem) problems.expect(screen.problem)
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await openScreen(page, screen, { signIn, becomeAdmin, openWindow })
    expect(await violationsInBothThemes(page)).toEqual([])
  })
}
