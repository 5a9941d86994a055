import { expect, type Page } from '@playwright/test'

// The browser applies a change of the connection a moment after it is set.

export const disconnect = async (page: Page): Promise<void> => {
  await page.context().setOffline(true)
  await expect.poll(() => reachesSite(page)).toBe(false)
}

export const reconnect = async (page: Page): Promise<void> => {
  await page.context().setOffline(false)
  await expect.poll(() => reachesSite(page)).toBe(true)
}

/** Not by the service worker's cache. */
const reachesSite = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>(`fetch('/live', { cache: 'no-store' }).then(() => true, () => false)`)
