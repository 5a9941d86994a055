import { type BrowserContext, expect, type Page } from '@playwright/test'

/** A notification that a page has shown, with the lines of its title and text. */
type Notice = { lines: readonly string[]; isDestructive: boolean }

/** Expected notification: all of the lines, and the variant if given. */
type ExpectedNotice = { lines: readonly string[]; isDestructive?: boolean }

/**
 * Records each notification in the context's pages. One disappears after 3 seconds or when the next one
 * comes, possibly before a slow journey looks for it.
 */
export const recordNotices = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(`
    window.notices = []
    const noted = new WeakMap()
    const note = () => {
      for (const item of document.querySelectorAll('[aria-label^="Notifications"] li')) {
        if (!item.checkVisibility()) continue
        const lines = item.innerText.split('\\n').map((line) => line.trim()).filter(Boolean)
        if (lines.length === 0 || noted.get(item) === lines.join()) continue
        noted.set(item, lines.join())
        window.notices.push({ lines, isDestructive: item.dataset.variant === 'destructive' })
      }
    }
    new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true })
  `)

/** Waits for a notification, even if it has disappeared, and drops those before it. */
export const expectNotice = async (page: Page, expected: ExpectedNotice): Promise<void> => {
  let shown: readonly Notice[] = []
  const find = async () => {
    // During a navigation the page cannot be read.
    shown = await page.evaluate<readonly Notice[]>('window.notices').catch(() => [])
    return shown.findIndex((notice) => fits(notice, expected))
  }
  await expect
    .poll(find, { message: `a notification says '${expected.lines.join(' ')}'` })
    .toBeGreaterThanOrEqual(0)
  const earlier = shown.findIndex((notice) => fits(notice, expected))
  await page.evaluate(`window.notices.splice(0, ${earlier})`)
}

const fits = (notice: Notice, { lines, isDestructive }: ExpectedNotice): boolean =>
  lines.every((line) => notice.lines.includes(line)) &&
  (isDestructive === undefined || notice.isDestructive === isDestructive)
