import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** WCAG 2.2 at its levels A and AA, as far as a program can tell. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Each rule that is broken, with the elements that break it. Of a modal dialog nothing behind it: that
 * cannot be reached, and is looked at on its own.
 */
export const violationsOn = async (page: Page): Promise<readonly string[]> => {
  const axe = new AxeBuilder({ page }).withTags(rules)
  const isModal = (await page.locator('dialog:modal').count()) > 0
  const { violations } = await (isModal ? axe.include('dialog:modal') : axe).analyze()
  return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)].join('\n'))
}
