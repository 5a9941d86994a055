import { expect, type Page } from '@playwright/test'
import { newAddress } from '../members.ts'
import { expectNotice } from '../notices.ts'
import { dialog } from '../page-parts.ts'
import { holds, notifiesOf, seesOf } from './claims.ts'
import { wordlessFailure } from './outage.ts'
import { test } from './test.ts'

const sees = seesOf('signIn')
const notifies = notifiesOf('signIn')

test('the dialog by link: titles, button, tabs, failure, and both notifications of success', async ({
  page,
  mailbox,
  problems,
}) => {
  problems.expect(/status of 502/)
  const form = await openDialog(page)
  await sees(form, 'Answerable')
  await sees(form, 'Join the community to submit and vote on boycotts')
  await sees(form, 'Sign in with Email')
  await expect(form.getByRole('tab')).toHaveCount(0)
  await form.getByRole('button', { name: 'Sign in with Email' }).click()
  await sees(form, 'Magic Link')
  await sees(form, 'Code')
  await expect(form.getByRole('tab', { name: 'Magic Link' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await sees(form, 'Back')
  await sees(form, 'Send Auth Email')

  const address = newAddress()
  await form.getByLabel('Email').fill(address)
  await page.route('**/api/auth/magic-link', wordlessFailure)
  await form.getByRole('button', { name: 'Send Auth Email' }).click()
  await notifies(page, 'Error')
  await expectNotice(page, { lines: ['Error'], isDestructive: true })
  await notifies(page, 'Failed to send magic link')
  await page.unroute('**/api/auth/magic-link')
  await form.getByRole('button', { name: 'Send Auth Email' }).click()
  await notifies(page, 'Magic link sent!')
  await notifies(page, 'Check your email for the login link.')
  await notifies(page, 'Email sent!')
  await notifies(page, 'Check your email for the magic link and verification code.')

  const { link } = await mailbox.mailTo(address)
  const response = Promise.withResolvers<void>()
  await page.route('**/api/auth/verify', async (route) => {
    await response.promise
    await route.continue()
  })
  await page.goto(link)
  await sees(page.getByRole('main'), 'Verifying your login...')
  response.resolve()
  await notifies(page, 'Welcome!')
  await expect(page).toHaveURL('/')
})

test('the dialog by code: 6 digits, failure, welcome; the dialog closes and the page goes home', async ({
  page,
  mailbox,
  problems,
}) => {
  problems.expect(/status of 502/)
  const address = newAddress()
  await page.goto('/about')
  const form = await openDialog(page)
  await form.getByRole('button', { name: 'Sign in with Email' }).click()
  await form.getByLabel('Email').fill(address)
  await form.getByRole('button', { name: 'Send Auth Email' }).click()
  // The last notification about the mail would replace the following ones.
  await notifies(page, 'Email sent!')
  const { code } = await mailbox.mailTo(address)
  await form.getByRole('tab', { name: 'Code' }).click()
  await sees(form, 'Enter the code from your email')
  await sees(form, 'Back')
  await sees(form, 'Sign In')

  const field = form.getByLabel('6-digit code')
  const signIn = form.getByRole('button', { name: 'Sign In' })
  expect(code).toMatch(/^\d{6}$/)
  await field.pressSequentially(code.slice(0, 5))
  await expect(signIn).toBeDisabled()
  await field.pressSequentially(`${code.slice(5)}x789`)
  await expect(field).toHaveValue(code)
  await expect(signIn).toBeEnabled()
  holds('code: 6 digits')

  await page.route('**/api/auth/verify-code', wordlessFailure)
  await signIn.click()
  await notifies(page, 'Invalid code')
  await expectNotice(page, { lines: ['Invalid code'], isDestructive: true })
  await notifies(page, 'Please check your code and try again.')
  await page.unroute('**/api/auth/verify-code')
  await signIn.click()
  await notifies(page, 'Welcome!')
  await notifies(page, 'Signed in as {email}', { '{email}': address })
  await expect(form).toBeHidden()
  await expect(page).toHaveURL('/')
})

test('an invalid link and an address without a token show a message and navigate home', async ({
  page,
  problems,
}) => {
  problems.expect(/status of 400/)
  await page.goto('/auth/callback')
  await notifies(page, 'Invalid link')
  await notifies(page, 'No authentication token found.')
  await expect(page).toHaveURL('/')

  await page.goto(`/auth/callback?token=${'a'.repeat(43)}`)
  await notifies(page, 'Authentication failed')
  await notifies(page, 'The login link is invalid or expired.')
  await expect(page).toHaveURL('/')
})

const openDialog = async (page: Page) => {
  if (page.url() === 'about:blank') await page.goto('/')
  await page.getByRole('button', { name: 'Log in' }).click()
  return dialog(page, 'Answerable')
}
