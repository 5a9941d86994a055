import { expect, type Locator, type Page } from '@playwright/test'
import { rows } from '../page-parts.ts'
import { firstVisit, withoutPrerendering } from '../visitors.ts'
import { holds, seesOf } from './claims.ts'
import { freezeClock, passUntil, passUntilGone, passUntilVisible } from './clock.ts'
import { test } from './test.ts'

const sees = seesOf('tour')
const endedFlag = 'onboarding-completed'
/** Tolerance of measured times. */
const stepMilliseconds = 20
const completedFlag = 'answerable-onboarding-completed'

test.use({ storageState: firstVisit })

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await freezeClock(page)
})

test('it opens after 1500 ms and has 5 steps; the last button completes it', async ({ page }) => {
  const tour = await openFeed(page)
  await page.clock.runFor(1_400)
  await expect(tour).toHaveCount(0)
  // The tour is loaded when it opens, which passes little time in the page.
  const late = await passUntil(page, () => tour.isVisible(), 2)
  expect(late).toBeLessThan(1_500)
  holds('tour auto-open after 1500 ms')

  const back = tour.getByRole('button', { name: 'Back' })
  for (const mark of ['submissions-list', 'voting-buttons', 'submit-button']) {
    await expect(page.locator(`[data-tour="${mark}"]`).first()).toBeVisible()
  }
  holds('tour marks: submissions-list, voting-buttons, submit-button')
  const said: string[] = []
  for (const step of [1, 2, 3, 4, 5]) {
    await sees(tour, 'N of 5', { N: String(step) })
    await expect(tour.getByRole('progressbar')).toHaveAttribute('value', String(step))
    await sees(tour, 'Back')
    if (step === 1) await expect(back).toBeDisabled()
    else await expect(back).toBeEnabled()
    said.push(await tour.innerText())
    if (step === 5) continue
    await sees(tour, 'Next')
    await sees(tour, 'Skip tour')
    await tour.getByRole('button', { name: 'Next' }).click()
  }
  holds('tour: 5 steps')
  for (const [index, subject] of [/welcome/i, /browse/i, /vot/i, /submit/i, /flag/i].entries()) {
    expect(said[index]).toMatch(subject)
  }
  expect(said.join('\n')).toMatch(/reasons with reliable sources/)
  expect(said.join('\n')).toMatch(/focus on facts/)

  await sees(tour, 'Get Started')
  expect(await flags(page)).toEqual([])
  await tour.getByRole('button', { name: 'Get Started' }).click()
  expect(await flags(page)).toEqual([endedFlag, completedFlag])
  await expectClosing(page, tour)
  holds('tour close delay: 300 ms')
  await page.reload()
  await passUntilVisible(page, rows(page))
  for (const _ of [1, 2, 3, 4, 5]) await page.clock.runFor(1_000)
  await expect(tour).toHaveCount(0)
})

test('on a small screen: Skip and Start; backdrop, X, Skip and Escape close it after 300 ms and set one flag', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const ways: ((page: Page) => Promise<void>)[] = [
    async () => page.mouse.click(5, 5),
    async () => page.getByRole('dialog').getByRole('button', { name: 'Close' }).click(),
    async () => page.getByRole('dialog').getByRole('button', { name: 'Skip' }).click(),
    async () => page.keyboard.press('Escape'),
  ]
  for (const end of ways) {
    const tour = await openFeed(page)
    await page.clock.runFor(1_500)
    await passUntilVisible(page, tour)
    await sees(tour, 'Skip')
    await end(page)
    await expectClosing(page, tour)
    expect(await flags(page)).toEqual([endedFlag])
    await page.evaluate('localStorage.clear()')
  }
  const tour = await openFeed(page)
  await page.clock.runFor(1_500)
  await passUntilVisible(page, tour)
  for (const _ of [1, 2, 3, 4]) await tour.getByRole('button', { name: 'Next' }).click()
  await sees(tour, 'Start')
  await tour.getByRole('button', { name: 'Start' }).click()
  await page.clock.runFor(300)
  expect(await flags(page)).toEqual([endedFlag, completedFlag])

  await page.clock.resume()
  await page.goto('/how-it-works')
  await page.getByRole('button', { name: 'Show the tour again' }).click()
  await expect(rows(page).first()).toBeVisible()
  await expect.poll(() => flags(page)).toEqual([])
  holds('tour flags: onboarding-completed, answerable-onboarding-completed')
})

/** Loads the listing, and stops the time. */
const openFeed = async (page: Page) => {
  const response = Promise.withResolvers<void>()
  await page.route('**/api/boycotts?*', async (route) => {
    await response.promise
    await route.continue()
  })
  await page.goto(withoutPrerendering('/'))
  await passUntilVisible(page, page.locator('[data-skeleton="row"]'))
  response.resolve()
  await page.unrouteAll({ behavior: 'wait' })
  await passUntilVisible(page, rows(page))
  return page.getByRole('dialog')
}

/** The tour stays for 300 ms. */
const expectClosing = async (page: Page, tour: Locator): Promise<void> => {
  const passed = await passUntilGone(page, tour, stepMilliseconds)
  expect(passed).toBeGreaterThan(250)
  expect(passed).toBeLessThan(350)
}

/** The stored flags. */
const flags = async (page: Page): Promise<readonly string[]> => {
  const stored = (await page.evaluate('Object.keys(localStorage)')) as string[]
  return [endedFlag, completedFlag].filter((flag) => stored.includes(flag))
}
