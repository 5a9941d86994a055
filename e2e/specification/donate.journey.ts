import { expect } from '@playwright/test'
import { sites } from '../sites.ts'
import { holds, notifiesOf, seesOf } from './claims.ts'
import {
  freezeClock,
  passUntilGone,
  passUntilStarted,
  passUntilVisible,
  recordStart,
} from './clock.ts'
import { test } from './test.ts'

const sees = seesOf('donate')
const notifies = notifiesOf('donate')

test("copying the address shows 'Copied!' for 2 seconds, and a denied clipboard shows an error", async ({
  page,
  context,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await freezeClock(page)
  await recordStart(page)
  await page.goto('/donate')
  await passUntilStarted(page)
  const main = page.getByRole('main')
  await passUntilVisible(page, main.getByText(sites.demo.DONATE_BITCOIN_ADDRESS))
  await expect(main.getByRole('link', { name: sites.demo.CONTACT_EMAIL })).toBeVisible()
  const copy = main.getByRole('button', { name: 'Copy', exact: true })

  await page.evaluate(refuseClipboard)
  await copy.click()
  await notifies(page, 'Failed to copy')
  await notifies(page, 'Please copy the address manually')
  await page.reload()

  await context.grantPermissions(['clipboard-write'])
  await passUntilStarted(page)
  await passUntilVisible(page, copy)
  await copy.click()
  await sees(main, 'Copied!')
  await notifies(page, 'Copied!')
  const shown = await passUntilGone(page, main.getByRole('button', { name: 'Copied!' }), 50)
  expect(shown).toBeGreaterThan(1_900)
  expect(shown).toBeLessThan(2_100)
  await expect(copy).toBeVisible()
  holds('copy indicator clears after 2 seconds')
  await page.clock.resume()
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('button', { name: 'Sign in with Email' }).click()
  await page.getByLabel('Email').press('ControlOrMeta+v')
  await expect(page.getByLabel('Email')).toHaveValue(sites.demo.DONATE_BITCOIN_ADDRESS)
})

/** Behaves like a browser without permission to use the clipboard. */
const refuseClipboard = `navigator.clipboard.writeText = () =>
  Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'))`
