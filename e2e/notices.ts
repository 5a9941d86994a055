import { type BrowserContext, expect, type Page } from '@playwright/test'

/** A notification that a page has shown: its title and its text, as lines. */
type Notice = { lines: readonly string[]; isDestructive: boolean }

/** What to look for: all of the lines, and the variant where one is named. */
type Wanted = { lines: readonly string[]; isDestructive?: boolean }

/**
 * Notes each notification that is shown in the context's pages. One leaves after 3 seconds, or when the next one
 * comes: on a slow machine it may be gone when a journey looks for it.
 */
export const noteNotices = (context: BrowserContext): Promise<unknown> =>
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

/** Waits for a notification, which may have gone again, and forgets those before it. */
export const expectNotice = async (page: Page, wanted: Wanted): Promise<void> => {
  let shown: readonly Notice[] = []
  const find = async () => {
    // While the page is being replaced it cannot say.
    shown = await page.evaluate<readonly Notice[]>('window.notices').catch(() => [])
    return shown.findIndex((notice) => fits(notice, wanted))
  }
  await expect
    .poll(find, { message: `a notification says '${wanted.lines.join(' ')}'` })
    .toBeGreaterThanOrEqual(0)
  const earlier = shown.findIndex((notice) => fits(notice, wanted))
  await page.evaluate(`window.notices.splice(0, ${earlier})`)
}

const fits = (notice: Notice, { lines, isDestructive }: Wanted): boolean =>
  lines.every((line) => notice.lines.includes(line)) &&
  (isDestructive === undefined || notice.isDestructive === isDestructive)
