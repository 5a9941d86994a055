import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { newAddress } from './members.ts'
import { dialog, expectToast, notifications } from './page-parts.ts'

test('the mailed link signs in, and its token leaves the address bar', async ({
  page,
  context,
  mailbox,
}) => {
  const address = await requestMail(page)
  const { link } = await mailbox.mailTo(address)
  const tab = await context.newPage()
  const addresses: string[] = []
  tab.on('framenavigated', (frame) => addresses.push(frame.url()))
  await tab.goto(link)
  await expectToast(tab, 'Welcome!')
  await expect(tab).toHaveURL('/')
  await expect(tab.getByText(localPart(address), { exact: true })).toBeVisible()
  await tab.goBack().catch(() => null)
  expect(tab.url()).not.toContain('token')
  expect(addresses.at(-1)).not.toContain('token')
})

test('in another browser the link waits for Confirm sign-in', async ({
  page,
  mailbox,
  openWindow,
}) => {
  const address = await requestMail(page)
  const { link } = await mailbox.mailTo(address)
  const other = await openWindow()
  await other.goto(link)
  await expect(other.getByRole('button', { name: 'Confirm sign-in' })).toBeVisible()
  await expect(other.getByRole('main')).toContainText('m•••@j•••.example')
  await expect(other.getByRole('main')).not.toContainText(address)
  await expect(other).toHaveURL('/auth/callback')
  expect((await other.request.get('/api/auth/me')).status()).toBe(401)
  await other.getByRole('button', { name: 'Confirm sign-in' }).click()
  await expectToast(other, 'Welcome!')
  await expect(other).toHaveURL('/')
  await expect(other.getByRole('button', { name: 'Log out' })).toBeVisible()
})

test('a link works once', async ({ page, mailbox, openWindow, problems }) => {
  problems.expect(/status of 400.*\/api\/auth\/link/)
  const address = await requestMail(page)
  const { link } = await mailbox.mailTo(address)
  await page.goto(link)
  await expectToast(page, 'Welcome!')
  const other = await openWindow()
  await other.goto(link)
  await expectToast(other, 'Authentication failed', 'The login link is invalid or expired.')
  await expect(other).toHaveURL('/')
  await expect(other.getByRole('button', { name: 'Log in' })).toBeVisible()
})

test('a callback without a token shows a message and navigates home', async ({ page }) => {
  await page.goto('/auth/callback')
  await expectToast(page, 'Invalid link', 'No authentication token found.')
  await expect(page).toHaveURL('/')
})

test('the code signs in after a wrong one was rejected', async ({ page, mailbox, problems }) => {
  problems.expect(/status of 400.*\/api\/auth\/verify-code/)
  const address = await requestMail(page)
  const { code } = await mailbox.mailTo(address)
  const form = dialog(page, 'Answerable')
  await form.getByRole('tab', { name: 'Code' }).click()
  await expect(form.getByText('Enter the code from your email')).toBeVisible()
  const signIn = form.getByRole('button', { name: 'Sign In' })
  await form.getByLabel('6-digit code').fill(otherThan(code))
  await signIn.click()
  await expectToast(page, 'Invalid code', 'Please check your code and try again.')
  await form.getByLabel('6-digit code').fill(code)
  await signIn.click()
  await expectToast(page, 'Welcome!', `Signed in as ${address}`)
  await expect(form).toBeHidden()
  await expect(page.getByText(localPart(address), { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
})

test('the dialog does not move when the code of notifications arrives', async ({ page }) => {
  const asked = Promise.withResolvers<void>()
  const sent = Promise.withResolvers<void>()
  await page.route('**/assets/toaster-*.js', async (route) => {
    asked.resolve()
    await sent.promise
    await route.continue()
  })
  await page.goto('/about')
  await page.getByRole('button', { name: 'Log in' }).click()
  const button = dialog(page, 'Answerable').getByRole('button', { name: 'Sign in with Email' })
  // A trial click waits until the button is at rest.
  await button.click({ trial: true })
  await asked.promise
  const before = await button.boundingBox()
  sent.resolve()
  await expect(notifications(page)).toBeAttached()
  expect(await button.boundingBox()).toEqual(before)
})

test('the forms require an address and six digits', async ({ page }) => {
  const form = await openSignIn(page)
  const send = form.getByRole('button', { name: 'Send Auth Email' })
  await expect(send).toBeDisabled()
  await form.getByLabel('Email').fill('somebody')
  await expect(send).toBeDisabled()
  await form.getByLabel('Email').fill('somebody@journeys.example')
  await expect(send).toBeEnabled()
  await form.getByRole('tab', { name: 'Code' }).click()
  const code = form.getByLabel('6-digit code')
  const signIn = form.getByRole('button', { name: 'Sign In' })
  await code.pressSequentially('12a34-5')
  await expect(code).toHaveValue('12345')
  await expect(signIn).toBeDisabled()
  await code.pressSequentially('678')
  await expect(code).toHaveValue('123456')
  await expect(signIn).toBeEnabled()
  await form.getByRole('button', { name: 'Back' }).click()
  await form.getByRole('button', { name: 'Sign in with Email' }).click()
  await expect(form.getByLabel('Email')).toHaveValue('')
})

test('logging out ends the session', async ({ page, signIn }) => {
  await signIn(page)
  await page.goto('/')
  await page.getByRole('button', { name: 'Log out' }).click()
  await expectToast(page, 'Logged out', 'You have been successfully logged out.')
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  expect((await page.request.get('/api/auth/me')).status()).toBe(401)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
})

const openSignIn = async (page: Page) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Log in' }).click()
  const form = dialog(page, 'Answerable')
  await expect(form.getByText('Join the community to submit and vote on boycotts')).toBeVisible()
  await form.getByRole('button', { name: 'Sign in with Email' }).click()
  return form
}

/** Requests the mail in the dialog, and sees both notifications in order. */
const requestMail = async (page: Page): Promise<string> => {
  const address = newAddress()
  const form = await openSignIn(page)
  await form.getByLabel('Email').fill(address)
  await form.getByRole('button', { name: 'Send Auth Email' }).click()
  await expectToast(page, 'Magic link sent!', 'Check your email for the login link.')
  await expectToast(
    page,
    'Email sent!',
    'Check your email for the magic link and verification code.',
  )
  return address
}

const localPart = (address: string): string => address.split('@')[0] ?? ''

const otherThan = (code: string): string => (code === '000000' ? '111111' : '000000')
