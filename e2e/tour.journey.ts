import { expect } from '@playwright/test'
import { violationsOn } from './axe.ts'
import { test } from './fixtures.ts'
import { firstVisit } from './visitors.ts'

test.use({ storageState: firstVisit })

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the tour is taken once, and axe finds nothing in it in the ${colorScheme} theme`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.goto('/')
    const tour = page.getByRole('dialog')
    for (const step of [1, 2, 3, 4, 5]) {
      await expect(tour.getByText(`${step} of 5`)).toBeVisible()
      expect(await violationsOn(page)).toEqual([])
      if (step < 5) await tour.getByRole('button', { name: 'Next' }).click()
    }
    await tour.getByRole('button', { name: 'Get Started' }).click()
    await expect(tour).toBeHidden()
    const { origins } = await page.context().storageState()
    const kept = origins.flatMap(({ localStorage }) => localStorage.map(({ name }) => name))
    expect(kept).toContain('onboarding-completed')
    expect(kept).toContain('answerable-onboarding-completed')
  })
}
