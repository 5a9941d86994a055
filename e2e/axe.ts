import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** The automatic checks of WCAG 2.2 levels A and AA. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Those of the rules above whose result depends on colours. */
const colorRules = ['color-contrast', 'link-in-text-block']

/**
 * Violated rules with their elements. While a modal dialog is open, only the dialog is checked, because the
 * rest cannot be reached.
 */
export const violationsOn = (page: Page): Promise<readonly string[]> =>
  check(page, new AxeBuilder({ page }).withTags(rules))

export const violationsInLight = async (page: Page): Promise<readonly string[]> => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  return (await violationsOn(page)).map((one) => `light: ${one}`)
}

/** Violations of the rules that depend on colours. */
export const violationsInDark = async (page: Page): Promise<readonly string[]> => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const violations = await check(page, new AxeBuilder({ page }).withRules(colorRules))
  return violations.map((one) => `dark: ${one}`)
}

export const violationsInBothThemes = async (page: Page): Promise<readonly string[]> => [
  ...(await violationsInLight(page)),
  ...(await violationsInDark(page)),
]

const check = async (page: Page, axe: AxeBuilder): Promise<readonly string[]> => {
  const isModal = (await page.locator('dialog:modal').count()) > 0
  // For frames, axe opens a second page at each check.
  axe.setLegacyMode(page.frames().length === 1)
  const { violations } = await (isModal ? axe.include('dialog:modal') : axe).analyze()
  return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)].join('\n'))
}
