import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** The automatic checks of WCAG 2.2 levels A and AA. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Violated rules with their elements. While a modal dialog is open, only the dialog is checked, because the
 * rest cannot be reached.
 */
export const violationsOn = async (page: Page): Promise<readonly string[]> => {
  const axe = new AxeBuilder({ page }).withTags(rules)
  const isModal = (await page.locator('dialog:modal').count()) > 0
  const { violations } = await (isModal ? axe.include('dialog:modal') : axe).analyze()
  return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)].join('\n'))
}

/** The same in the light and the dark theme. */
export const violationsInBothThemes = async (page: Page): Promise<readonly string[]> => {
  const violations: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    violations.push(...(await violationsOn(page)).map((one) => `${colorScheme}: ${one}`))
  }
  return violations
}
