import type { Page } from '@playwright/test'

/** Lets `untilStarted` know of the next page. */
export const noteStart = (page: Page): Promise<unknown> =>
  page.addInitScript(`
    addEventListener('answerable:started', () => {
      document.documentElement.dataset.started = ''
    })
  `)

/** Waits until the page answers clicks: once its time is stopped, what has not started never does. */
export const untilStarted = (page: Page): Promise<void> =>
  page.locator('html[data-started]').waitFor({ state: 'attached' })

/** From now on time passes in the page only when it is told to; its requests do not time out by this. */
export const stopClock = async (page: Page): Promise<void> =>
  page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 2_000)
