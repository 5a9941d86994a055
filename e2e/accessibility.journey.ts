import { expect } from '@playwright/test'
import { violationsOn } from './axe.ts'
import { test } from './fixtures.ts'
import { openScreen, screens } from './screens.ts'

for (const screen of screens) {
  test(`no axe violations in the light and the dark theme: ${screen.name}`, async ({
    page,
    signIn,
    becomeAdmin,
    problems,
  }) => {
    if (screen.problem) problems.expect(screen.problem)
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await openScreen(page, screen, { signIn, becomeAdmin })
    expect(await violationsOn(page), 'in the light theme').toEqual([])
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    expect(await violationsOn(page), 'in the dark theme').toEqual([])
  })
}
