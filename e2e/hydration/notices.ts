import { withTimeout } from '@answerable/service-kit/calls/with-timeout'
import type { Page } from '@playwright/test'

export type Notices = {
  /** Resolves once the page has shown a notification with this title. */
  shown: (title: string) => Promise<void>
}

/** Script of the page that reports each notification. */
const report = `
  new MutationObserver(() => {
    for (const { textContent } of document.querySelectorAll('.toast')) noteNotice(textContent)
  }).observe(document, { childList: true, subtree: true })
`

/**
 * Records the notifications of a page. A notification closes after three seconds: on a busy machine, a test that looks
 * for it from time to time can miss it.
 */
export const watchNotices = async (page: Page, timeoutMilliseconds: number): Promise<Notices> => {
  const texts = new Set<string>()
  const waiting = new Set<() => void>()
  await page.exposeFunction('noteNotice', (text: string) => {
    texts.add(text)
    for (const check of waiting) check()
  })
  await page.addInitScript(report)
  const shown = (title: string): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => {
        if ([...texts].some((text) => text.startsWith(title))) resolve()
      }
      waiting.add(check)
      check()
    })
  return { shown: (title) => withTimeout(shown(title), timeoutMilliseconds) }
}
