import { expect } from '@playwright/test'
import { violationsOn } from './axe.ts'
import { test } from './fixtures.ts'
import { screens } from './screens.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  for (const screen of screens) {
    test(`axe finds nothing in the ${colorScheme} theme: ${screen.name}`, async ({
      page,
      signIn,
      problems,
    }) => {
      if (screen.isMissing) problems.expect(/status of 404/)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      if (screen.isForMembers) await signIn(page)
      await screen.open(page)
      expect(await violationsOn(page)).toEqual([])
    })
  }
}
