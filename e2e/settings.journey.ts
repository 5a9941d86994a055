import { readFile } from 'node:fs/promises'
import { boycottPath } from '@answerable/contracts/pages'
import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { boycott, dialog, expectToast } from './page-parts.ts'
import { cookiesElsewhere, memberElsewhere } from './signed-in-elsewhere.ts'

const commentOn = async (page: Page, content: string): Promise<string> => {
  const { id } = await boycott(page.request, 'Montgomery City Lines')
  const data = { content }
  const response = await page.request.post(`/api/boycotts/${id}/comments`, { data })
  expect(response.status()).toBe(201)
  return boycottPath(id)
}

const openSettings = async (page: Page): Promise<void> => {
  await page.goto('/settings')
  await page.getByText('This browser').waitFor()
}

test('a member opens the settings from the header and changes the username', async ({
  page,
  signIn,
  openWindow,
}) => {
  const address = await signIn(page)
  const content = `A comment of ${address}.`
  const path = await commentOn(page, content)
  await page.goto('/')
  const account = page.getByRole('button', { name: address.split('@')[0] ?? '', exact: true })
  await account.click()
  await page.keyboard.press('Escape')
  await expect(account).toBeFocused()
  await page.keyboard.press('Enter')
  for (const name of [/^Profile/, 'My boycotts', 'Settings']) {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('banner').getByRole('link', { name })).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/settings')
  const name = `Rosa-${address.slice(7, 15)}`
  await page.getByLabel('Username').fill(name)
  await page.keyboard.press('Enter')
  await expectToast(page, 'Username changed', `Your username is now ${name}.`)
  const other = await openWindow()
  // The catalog learns of the new name by an event.
  await expect(async () => {
    await other.goto(path)
    const comment = other.getByRole('listitem').filter({ hasText: content })
    await comment.waitFor()
    expect(await comment.textContent()).toContain(name)
  }).toPass()
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
})

test('another browser is signed out at once, after a mail about its sign-in', async ({
  page,
  openWindow,
  mailbox,
  signInAsMember,
  problems,
  baseURL,
}) => {
  problems.expect(/status of 401.*\/api\/auth\/me/)
  const elsewhere = await openWindow()
  await elsewhere.context().addCookies(cookiesElsewhere(baseURL ?? '', 'elsewhere'))
  await openSettings(elsewhere)

  await signInAsMember(page, memberElsewhere)
  const notice = await mailbox.textTo(memberElsewhere, 'New sign-in to Answerable')
  expect(notice).toMatch(/Chrome on \w+, from an unknown country, \d{4}-\d\d-\d\d, \d\d:\d\d UTC/)
  expect(notice).toContain('/settings')

  await openSettings(page)
  await page.getByRole('button', { name: 'Sign out Safari on iPhone, Switzerland' }).click()
  await expectToast(page, 'Signed out', 'Safari on iPhone is signed out.')
  await expect(page.getByText('You are not signed in anywhere else.')).toBeVisible()
  expect((await elsewhere.request.get('/api/account')).status()).toBe(401)
  await elsewhere.reload()
  await expect(elsewhere.getByRole('main').getByRole('button', { name: 'Log in' })).toBeVisible()
  expect((await page.request.get('/api/account')).status()).toBe(200)
})

test('a member downloads all of their data, and none of others', async ({ page, signIn }) => {
  const address = await signIn(page)
  const content = `Mine: ${address}.`
  await commentOn(page, content)
  const { id } = await boycott(page.request, 'Montgomery City Lines')
  await page.request.post(`/api/boycotts/${id}/vote`, { data: { value: 1 } })
  await openSettings(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^my-answerable-data-\d{4}-\d\d-\d\d\.json$/)
  const data = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(data).toMatchObject({
    account: { email: address },
    sessions: [{ current: true }],
    submissions: [],
    comments: [{ content }],
    votes: [{ submissionId: id, value: 1 }],
    flags: [],
    suggestions: [],
    updates: [],
    decisions: [],
    appeals: [],
  })
  await expectToast(page, 'Your data has been downloaded')
})

test('an account is deleted with a mailed code, together with its comments and votes', async ({
  page,
  signIn,
  mailbox,
  openWindow,
}) => {
  const address = await signIn(page)
  const content = `Soon gone: ${address}.`
  const path = await commentOn(page, content)
  const other = await openWindow()
  await other.goto(path)
  await expect(other.getByText(content)).toBeVisible()

  await openSettings(page)
  const username = await page.getByLabel('Username').inputValue()
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const confirmation = dialog(page, 'Delete your account')
  await confirmation.getByRole('button', { name: 'Send me a code' }).click()
  await expect(confirmation.getByLabel('6-digit code')).toBeFocused()
  await page.keyboard.type(await mailbox.deletionCodeTo(address))
  await confirmation.getByLabel('Your username').fill(username)
  await page.keyboard.press('Enter')
  await expectToast(page, 'Account deleted')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  expect((await page.request.get('/api/account')).status()).toBe(401)
  await expect(async () => {
    await other.reload()
    const comments = other.getByRole('region', { name: /^Comments/ })
    await comments.getByRole('listitem').first().waitFor()
    expect(await comments.getByText(content).count()).toBe(0)
  }).toPass()
})

test('visitors are asked to log in, and are not redirected', async ({ page }) => {
  await page.goto('/settings')
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(dialog(page, 'Answerable')).toBeVisible()
})
