import { expect } from '@playwright/test'
import { notifications } from '../page-parts.ts'
import { sites } from '../sites.ts'
import { holds, seesOf } from './claims.ts'
import { noteStart, stopClock, untilStarted } from './clock.ts'
import { test } from './test.ts'

const sees = seesOf('donate')

test("copying the address says 'Copied!' for 2 seconds, and a clipboard that refuses is told", async ({
  page,
  context,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.install()
  await noteStart(page)
  await page.goto('/donate')
  const main = page.getByRole('main')
  await expect(main.getByText(sites.demo.DONATE_BITCOIN_ADDRESS)).toBeVisible()
  await expect(main.getByRole('link', { name: sites.demo.CONTACT_EMAIL })).toBeVisible()
  const copy = main.getByRole('button', { name: 'Copy', exact: true })
  const toast = notifications(page)

  await page.evaluate(refuseClipboard)
  await copy.click()
  await sees(toast, 'Failed to copy')
  await sees(toast, 'Please copy the address manually')
  await page.reload()

  await context.grantPermissions(['clipboard-write'])
  await expect(copy).toBeVisible()
  await untilStarted(page)
  await stopClock(page)
  await copy.click()
  await sees(main, 'Copied!')
  await sees(toast, 'Copied!')
  await page.clock.runFor(1_999)
  await expect(main.getByRole('button', { name: 'Copied!' })).toBeVisible()
  await page.clock.runFor(1)
  await expect(copy).toBeVisible()
  holds('copy indicator clears after 2 seconds')
  await page.clock.resume()
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('button', { name: 'Sign in with Email' }).click()
  await page.getByLabel('Email').press('ControlOrMeta+v')
  await expect(page.getByLabel('Email')).toHaveValue(sites.demo.DONATE_BITCOIN_ADDRESS)
})

/** What a browser does whose owner has forbidden it. */
const refuseClipboard = `navigator.clipboard.writeText = () =>
  Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'))`
