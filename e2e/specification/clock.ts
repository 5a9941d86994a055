import { expect, type Locator, type Page } from '@playwright/test'

/**
 * Stops the page's time before the page loads: timers and `Date` advance only by `passUntil` and
 * `page.clock.runFor`. Requests are not affected.
 */
export const freezeClock = async (page: Page): Promise<void> => {
  const start = Date.now()
  await page.clock.install({ time: start })
  await page.clock.pauseAt(start + 60_000)
}

/** Small enough that waiting for requests passes little time in the page. */
const tickMilliseconds = 10

/**
 * Advances the page's time in steps until the condition holds. Returns the milliseconds that passed in the
 * page.
 */
export const passUntil = async (
  page: Page,
  holds: () => Promise<boolean>,
  stepMilliseconds = tickMilliseconds,
): Promise<number> => {
  let passed = 0
  const step = async () => {
    if (await holds()) return true
    await page.clock.runFor(stepMilliseconds)
    await untilRendered(page)
    passed += stepMilliseconds
    return false
  }
  await expect.poll(step, { intervals: [1] }).toBe(true)
  return passed
}

/**
 * Waits for what the page's timers have started. React renders in tasks that do not belong to the page's stopped
 * clock; each of them can start another.
 */
const untilRendered = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let task = 0; task < 5; task += 1)
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', resolve)
        port1.start()
        port2.postMessage(null)
      })
  })

export const passUntilVisible = (page: Page, what: Locator): Promise<number> =>
  passUntil(page, () => what.first().isVisible())

export const passUntilGone = (
  page: Page,
  what: Locator,
  stepMilliseconds?: number,
): Promise<number> => passUntil(page, async () => (await what.count()) === 0, stepMilliseconds)

/** Lets `started` and `passUntilStarted` detect the start of the next page. */
export const recordStart = (page: Page): Promise<unknown> =>
  page.addInitScript(`
    addEventListener('answerable:started', () => {
      document.documentElement.dataset.started = ''
    })
  `)

const startedPage = (page: Page): Locator => page.locator('html[data-started]')

/** Waits until the page responds to clicks, keys and typed text; `recordStart` before it loads. */
export const started = (page: Page): Promise<void> => startedPage(page).waitFor()

/** Passes time until the page responds to clicks. */
export const passUntilStarted = (page: Page): Promise<number> =>
  passUntil(page, async () => (await startedPage(page).count()) === 1)
