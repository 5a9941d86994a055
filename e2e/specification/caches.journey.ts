import { expect, type Page } from '@playwright/test'
import { boycott, dialog, rows } from '../page-parts.ts'
import { withoutPrerendering } from '../visitors.ts'
import { holds } from './claims.ts'
import {
  freezeClock,
  passUntilGone,
  passUntilStarted,
  passUntilVisible,
  recordStart,
} from './clock.ts'
import { outage } from './outage.ts'
import { readsOf, recordReads } from './reads.ts'
import { test } from './test.ts'

const seconds = 1_000
const minutes = 60 * seconds
const listing = /\/api\/boycotts\?/

test.beforeEach(async ({ page }) => {
  await freezeClock(page)
  await recordReads(page)
  // Live updates would refetch the list.
  await page.routeWebSocket('/ws', () => {})
})

test('the listing is stale after 10 s, and refetched every 30 s', async ({ page }) => {
  const reads = readsOf(page, listing)
  await page.goto('/')
  await passUntilVisible(page, rows(page))
  let last = 0
  for (const poll of [1, 2, 3]) {
    // Time stands still during the response.
    const at = (await reads.passUntil((await reads.count()) + 1, 1 * seconds)).at(-1) ?? 0
    if (poll > 1) {
      expect(at - last).toBeGreaterThanOrEqual(30 * seconds)
      expect(at - last).toBeLessThanOrEqual(33 * seconds)
    }
    last = at
  }
  holds('listing refetched every 30 s')

  const before = await reads.count()
  await leaveAndReturn(page, 5 * seconds)
  expect(await reads.count()).toBe(before)
  await leaveAndReturn(page, 12 * seconds)
  await reads.passUntil(before + 1)
  expect(await reads.count()).toBe(before + 1)
  holds('listing stale after 10 s')
})

test('other queries never become stale, are not polled and not refetched on focus; unused data is cached for 5 minutes', async ({
  page,
}) => {
  const { id } = await boycott(page.request, 'Cottage cheese')
  const reads = readsOf(page, new RegExp(`/api/boycotts/${id}/comments$`))
  await page.goto(withoutPrerendering(`/boycott/${id}`))
  const comments = page.getByRole('region', { name: /^Comments/ }).getByRole('listitem')
  await passUntilVisible(page, comments)
  await passInSteps(page, 20 * minutes)
  expect(await reads.count()).toBe(1)
  holds('other queries: no polling, fresh forever')
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    dispatchEvent(new Event('focus'))`)
  await passInSteps(page, 10 * seconds)
  expect(await reads.count()).toBe(1)
  holds('other queries: no refocus refetch')

  await openRoadmap(page)
  await page.clock.runFor(4.5 * minutes)
  await page.goBack()
  await passUntilVisible(page, comments)
  expect(await reads.count()).toBe(1)
  await openRoadmap(page)
  await page.clock.runFor(5.5 * minutes)
  await page.goBack()
  await reads.passUntil(2)
  await passUntilVisible(page, comments)
  expect(await reads.count()).toBe(2)
  holds('unused data kept 5 minutes')
})

test('failed queries are not retried, including the current user', async ({
  page,
  signIn,
  problems,
}) => {
  problems.expect(/status of 503/)
  await signIn(page)
  const { id } = await boycott(page.request, 'Cottage cheese')
  await page.route('**/api/auth/me', outage)
  await page.route(`**/api/boycotts/${id}/comments`, outage)
  const user = readsOf(page, /\/api\/auth\/me$/)
  const comments = readsOf(page, new RegExp(`/api/boycotts/${id}/comments$`))
  await page.goto(`/boycott/${id}`)
  await passUntilVisible(page, page.getByText('Failed to fetch comments: Service Unavailable'))
  await comments.passUntil(1)
  await user.passUntil(1)
  const before = await user.count()
  expect(await comments.count()).toBe(1)
  await passInSteps(page, 2 * minutes)
  expect(await comments.count()).toBe(1)
  holds('other queries: no retry')
  expect(await user.count()).toBe(before)
  holds('current user: no retry')
})

test('the current user is cached 5 minutes', async ({ page, signIn }) => {
  await signIn(page)
  const reads = readsOf(page, /\/api\/auth\/me$/)
  await page.goto('/')
  await passUntilVisible(page, page.getByRole('button', { name: 'Log out' }))
  const before = await reads.count()
  await leaveAndReturn(page, 3 * minutes)
  expect(await reads.count()).toBe(before)
  await leaveAndReturn(page, 2 * minutes)
  await reads.passUntil(before + 1)
  expect(await reads.count()).toBe(before + 1)
  holds('current-user cache: 5 minutes (300000 ms)')
})

test('the geolocation is retried 3 times, then cached 5 minutes', async ({ page, problems }) => {
  problems.expect(/status of 503/)
  const reads = readsOf(page, /\/api\/auth\/geolocation$/)
  await page.route('**/api/auth/geolocation', outage)
  await recordStart(page)
  await page.goto('/')
  await passUntilStarted(page)
  const openDialog = async () => {
    await page.getByRole('button', { name: 'Log in' }).click()
    await passUntilVisible(page, dialog(page, 'Answerable'))
  }
  const closeDialog = async () => {
    await page.keyboard.press('Escape')
    await passUntilGone(page, dialog(page, 'Answerable'))
  }
  await openDialog()
  for (const attempts of [1, 2, 3, 4]) {
    await reads.passUntil(attempts, 500)
    expect(await reads.count()).toBe(attempts)
  }
  await passInSteps(page, 2 * minutes)
  expect(await reads.count()).toBe(4)
  holds('geolocation retried 3 times')

  await page.unroute('**/api/auth/geolocation')
  await closeDialog()
  await openDialog()
  await reads.passUntil(5)
  await closeDialog()
  await page.clock.runFor(4.5 * minutes)
  await openDialog()
  expect(await reads.count()).toBe(5)
  await closeDialog()
  await page.clock.runFor(1 * minutes)
  await openDialog()
  await reads.passUntil(6)
  expect(await reads.count()).toBe(6)
  holds('geolocation cache: 5 minutes (300000 ms)')
})

/** Passes time in steps, with pauses for responses. */
const passInSteps = async (page: Page, milliseconds: number): Promise<void> => {
  for (let step = 0; step < 20; step += 1) await page.clock.runFor(milliseconds / 20)
}

const openRoadmap = async (page: Page): Promise<void> => {
  await page.getByRole('contentinfo').getByRole('link', { name: 'Roadmap' }).click()
  await passUntilVisible(page, page.getByRole('heading', { name: 'Roadmap' }))
}

/** Goes to another page of the application, and back after a while. */
const leaveAndReturn = async (page: Page, awayMilliseconds: number): Promise<void> => {
  await openRoadmap(page)
  await page.clock.runFor(awayMilliseconds)
  await page.goBack()
  await passUntilVisible(page, rows(page))
}
