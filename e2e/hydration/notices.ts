import { expect, type Page } from '@playwright/test'

export type Notices = {
  /** Resolves once the page has shown a notification with this title. */
  shown: (title: string) => Promise<void>
  /** The texts of all notifications so far. */
  all: () => readonly string[]
}

/** Script of the page that reports each notification. */
const report = `
  new MutationObserver(() => {
    for (const { textContent } of document.querySelectorAll('.toast')) noteNotice(textContent)
  }).observe(document, { childList: true, subtree: true })
`

/**
 * Records the notifications of a page. They close after three seconds, so a check that only looks at the page from time
 * to time can miss one on a busy machine.
 */
export const watchNotices = async (page: Page, timeout: number): Promise<Notices> => {
  const texts: string[] = []
  await page.exposeFunction('noteNotice', (text: string) => texts.push(text))
  await page.addInitScript(report)
  const hasShown = (title: string): boolean => texts.some((text) => text.startsWith(title))
  return {
    all: () => texts,
    shown: (title) => expect.poll(() => hasShown(title), { timeout, intervals: [20] }).toBe(true),
  }
}
