import { expect, type Page } from '@playwright/test'
import { expectToast, notifications, rowOf, rows, voteOn } from '../page-parts.ts'
import { holds } from './claims.ts'
import { freezeClock, passUntilGone, passUntilStarted, recordStart } from './clock.ts'
import { test } from './test.ts'

const target = 'Salinas Valley lettuce'

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await freezeClock(page)
  await recordStart(page)
  await page.goto('/?sort=top')
  await passUntilStarted(page)
  await expect(rows(page)).toHaveCount(30)
})

test('one at a time: a new notification replaces the previous and stays 3000 ms', async ({
  page,
}) => {
  await voteOn(page, target).up.click()
  await expectToast(page, 'Login required', 'You must be logged in to vote')
  await page.clock.runFor(2_000)
  await rowOf(page, target).getByRole('button', { name: /^Flag/ }).click()
  await expectToast(page, 'Login required', 'You must be logged in to flag content')
  await expect(toastOn(page)).toHaveCount(1)
  holds('toast limit: 1')

  // It is removed after the browser has drawn its end, which the stopped clock does not count.
  const shown = await passUntilGone(page, toastOn(page).and(page.locator('[data-state=open]')), 100)
  expect(shown).toBeGreaterThan(2_800)
  expect(shown).toBeLessThan(3_200)
  holds('toast auto-dismiss: 3000 ms')
})

test('swiping right beyond 50 px dismisses it, and not before; F8 focuses it', async ({ page }) => {
  await voteOn(page, target).up.click()
  await expect(toastOn(page)).toBeVisible()
  await swipe(page, 45)
  await expect(toastOn(page)).toBeVisible()
  await swipe(page, 60)
  await expect(toastOn(page)).toHaveCount(0)
  holds('toast swipe threshold: 50 px')

  await voteOn(page, target).up.click()
  await expect(toastOn(page)).toBeVisible()
  await page.keyboard.press('F8')
  await expect(notifications(page).getByRole('list')).toBeFocused()
  await page.clock.runFor(10_000)
  await expect(toastOn(page)).toBeVisible()
  holds('toast hotkey: F8')
})

test('after one was closed with the mouse, the next one still closes by itself, also where the mouse rests', async ({
  page,
}) => {
  await voteOn(page, target).up.click()
  await notifications(page).getByRole('button', { name: 'Close' }).hover()
  await page.clock.runFor(10_000)
  await notifications(page).getByRole('button', { name: 'Close' }).click()
  await expect(toastOn(page)).toHaveCount(0)
  for (const vote of [
    () => voteOn(page, target).up.press('Enter'),
    () => voteOn(page, target).up.click(),
  ]) {
    await vote()
    await expect(toastOn(page)).toBeVisible()
    await page.clock.runFor(10_000)
    await expect(toastOn(page)).toHaveCount(0)
  }
})

const toastOn = (page: Page) => notifications(page).getByRole('listitem')

const swipe = async (page: Page, distance: number): Promise<void> => {
  const box = await toastOn(page).boundingBox()
  if (box === null) throw new Error('There is no notification.')
  const from = { x: box.x + 30, y: box.y + box.height / 2 }
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + distance / 2, from.y)
  await page.mouse.move(from.x + distance, from.y)
  await page.mouse.up()
}
