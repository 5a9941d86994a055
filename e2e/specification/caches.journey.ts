import { expect, type Page } from '@playwright/test'
import { boycott, dialog, rows } from '../page-parts.ts'
import { undrawn } from '../visitors.ts'
import { holds } from './claims.ts'
import { stopClock } from './clock.ts'
import { outage } from './outage.ts'
import { test } from './test.ts'

const minutes = 60_000
const listing = /\/api\/boycotts\?/
const stepMilliseconds = 500

test.beforeEach(async ({ page }) => {
  await page.clock.install()
  // What others do meanwhile would refresh the list.
  await page.routeWebSocket('/ws', () => {})
})

test('the listing is stale after 10 s, and refetched every 30 s', async ({ page }) => {
  const asked = count(page, listing)
  await page.goto('/')
  await expect(rows(page)).toHaveCount(30)
  await stopClock(page)
  await untilRefetched(page)
  for (const _ of ['once', 'and again']) {
    const passed = await untilRefetched(page)
    expect(passed).toBeGreaterThanOrEqual(30_000 - stepMilliseconds)
    expect(passed).toBeLessThanOrEqual(30_000 + 2 * stepMilliseconds)
  }
  holds('listing refetched every 30 s')

  const before = asked()
  await leaveAndReturn(page, 9_000)
  expect(asked()).toBe(before)
  await leaveAndReturn(page, 11_000)
  await expect.poll(asked).toBe(before + 1)
  holds('listing stale after 10 s')
})

test('any other read is fresh for ever, not polled, not refetched on focus; unused it is kept 5 minutes', async ({
  page,
}) => {
  const { id } = await boycott(page.request, 'Cottage cheese')
  const asked = count(page, new RegExp(`/api/boycotts/${id}/comments$`))
  await page.goto(undrawn(`/boycott/${id}`))
  const comments = page.getByRole('region', { name: /^Comments/ }).getByRole('listitem')
  await expect(comments.first()).toBeVisible()
  await stopClock(page)
  await page.clock.runFor(20 * minutes)
  expect(asked()).toBe(1)
  holds('other queries: no polling, fresh forever')
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    dispatchEvent(new Event('focus'))`)
  await page.clock.runFor(1_000)
  expect(asked()).toBe(1)
  holds('other queries: no refocus refetch')

  const roadmap = page.getByRole('contentinfo').getByRole('link', { name: 'Roadmap' })
  await roadmap.click()
  await expect(page.getByRole('heading', { name: 'Roadmap' })).toBeVisible()
  await page.clock.runFor(5 * minutes - 1_000)
  await page.goBack()
  await expect(comments.first()).toBeVisible()
  expect(asked()).toBe(1)
  await roadmap.click()
  await expect(page.getByRole('heading', { name: 'Roadmap' })).toBeVisible()
  await page.clock.runFor(5 * minutes + 1_000)
  await page.clock.resume()
  await page.goBack()
  await expect(comments.first()).toBeVisible()
  expect(asked()).toBe(2)
  holds('unused data kept 5 minutes')
})

test('a read that fails is not retried, the current user neither', async ({
  page,
  signIn,
  problems,
}) => {
  problems.expect(/status of 503/)
  await signIn(page)
  const { id } = await boycott(page.request, 'Cottage cheese')
  await page.route('**/api/auth/me', outage)
  await page.route(`**/api/boycotts/${id}/comments`, outage)
  const asked = {
    user: count(page, /\/api\/auth\/me$/),
    comments: count(page, new RegExp(`/api/boycotts/${id}/comments$`)),
  }
  await page.goto(`/boycott/${id}`)
  await expect(page.getByText('Failed to fetch comments: Service Unavailable')).toBeVisible()
  const once = { user: asked.user(), comments: asked.comments() }
  expect(once.comments).toBe(1)
  await stopClock(page)
  await page.clock.runFor(2 * minutes)
  expect(asked.comments()).toBe(once.comments)
  holds('other queries: no retry')
  expect(asked.user()).toBe(once.user)
  holds('current user: no retry')
})

test('the current user is cached 5 minutes', async ({ page, signIn }) => {
  await signIn(page)
  const asked = count(page, /\/api\/auth\/me$/)
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
  await stopClock(page)
  const before = asked()
  await leaveAndReturn(page, 3 * minutes)
  expect(asked()).toBe(before)
  await leaveAndReturn(page, 2 * minutes)
  await expect.poll(asked).toBe(before + 1)
  holds('current-user cache: 5 minutes (300000 ms)')
})

test('the geolocation is retried 3 times, then cached 5 minutes', async ({ page, problems }) => {
  problems.expect(/status of 503/)
  const asked = count(page, /\/api\/auth\/geolocation$/)
  await page.route('**/api/auth/geolocation', outage)
  await page.goto('/')
  const openDialog = async () => {
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(dialog(page, 'Answerable')).toBeVisible()
  }
  await openDialog()
  for (const attempts of [1, 2, 3, 4]) {
    await expect.poll(asked).toBe(attempts)
    await page.clock.runFor(10_000)
  }
  await page.clock.runFor(minutes)
  expect(asked()).toBe(4)
  holds('geolocation retried 3 times')

  await page.unroute('**/api/auth/geolocation')
  await page.keyboard.press('Escape')
  await openDialog()
  await expect.poll(asked).toBe(5)
  await page.keyboard.press('Escape')
  await page.clock.runFor(5 * minutes - 10_000)
  await openDialog()
  expect(asked()).toBe(5)
  await page.keyboard.press('Escape')
  await page.clock.runFor(20_000)
  await openDialog()
  await expect.poll(asked).toBe(6)
  holds('geolocation cache: 5 minutes (300000 ms)')
})

/** How many requests to a path the page has made since. */
const count = (page: Page, path: RegExp): (() => number) => {
  let requests = 0
  page.on('request', (request) => {
    if (path.test(request.url())) requests += 1
  })
  return () => requests
}

/** Lets time pass until the listing is asked for, and the answer come; answers how much has passed. */
const untilRefetched = async (page: Page): Promise<number> => {
  const asked = count(page, listing)
  const answered = page.waitForResponse(listing)
  let passed = 0
  while (asked() === 0 && passed < minutes) {
    await page.clock.runFor(stepMilliseconds)
    passed += stepMilliseconds
  }
  await (await answered).finished()
  return passed
}

/** Goes to another page within the application, and back after a while. */
const leaveAndReturn = async (page: Page, awayMilliseconds: number): Promise<void> => {
  await page.getByRole('contentinfo').getByRole('link', { name: 'Roadmap' }).click()
  await expect(page.getByRole('heading', { name: 'Roadmap' })).toBeVisible()
  await page.clock.runFor(awayMilliseconds)
  await page.goBack()
  await expect(rows(page)).toHaveCount(30)
}
