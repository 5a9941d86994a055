import type { Page } from '@playwright/test'

/** From now on time passes in the page only when it is told to; its requests do not time out by this. */
export const stopClock = async (page: Page): Promise<void> =>
  page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 2_000)
