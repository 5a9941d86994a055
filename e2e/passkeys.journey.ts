import { expect, type Page } from '@playwright/test'
import { violationsInBothThemes } from './axe.ts'
import { test } from './fixtures.ts'
import { dialog, expectToast } from './page-parts.ts'
import { adminElsewhere, cookiesElsewhere } from './signed-in-elsewhere.ts'

/** Gives a page an authenticator with a screen lock, as a laptop has it. */
const attachAuthenticator = async (page: Page) => {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Whether the person passes the screen lock. */
    setUserVerified: (isUserVerified: boolean) =>
      client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

test('an administrator adds passkeys, and confirms a decision without losing what was typed', async ({
  page,
  openWindow,
  signIn,
  signInAsMember,
  problems,
  baseURL,
}) => {
  problems.expect(/status of 403.*\/(suspend|passkeys)/)
  test.slow()
  const other = await openWindow()
  const address = await signIn(other)
  const authenticator = await attachAuthenticator(page)
  await signInAsMember(page, adminElsewhere)
  await page.goto('/settings#passkeys')
  const section = page.getByRole('region', { name: 'Passkeys' })
  await expect(section).toContainText('You have no passkey')
  expect(await violationsInBothThemes(page)).toEqual([])

  // A person who does not pass the screen lock gets no passkey.
  await authenticator.setUserVerified(false)
  const name = section.getByLabel('Name of the new passkey')
  await name.fill('Laptop')
  await section.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(section).toContainText('The request was cancelled or timed out.')
  await expect(name).toHaveValue('Laptop')
  await authenticator.setUserVerified(true)
  await section.getByRole('button', { name: 'Add a passkey' }).click()
  await expectToast(page, 'Passkey added', 'Laptop')
  const item = section.getByRole('listitem')
  await expect(item).toContainText('not used yet')
  await name.fill('Second')
  await section.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(section).toContainText('This device already has a passkey for your account.')
  await section.getByRole('button', { name: 'Rename Laptop' }).click()
  await section.getByLabel('New name of Laptop').fill('Office')
  await page.keyboard.press('Enter')
  await expect(item).toContainText('Office')
  expect(await violationsInBothThemes(page)).toEqual([])

  // In the other session a decision waits for the passkey.
  await page.context().addCookies(cookiesElsewhere(baseURL ?? '', 'admin'))
  await page.goto('/admin?tab=users')
  await page.getByLabel('Search by username, email address or ID').fill(address)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Suspend / })).toHaveCount(1)
  await page.getByRole('button', { name: /^Suspend / }).click()
  const decision = dialog(page, 'Suspend account')
  const note = 'Typed before the passkey was asked for.'
  await decision.getByRole('textbox').fill(note)
  await decision.getByRole('button', { name: 'Suspend' }).click()
  const confirmation = dialog(page, 'Confirm with a passkey')
  await expect(confirmation).toContainText('decisions in this browser for 10 minutes')
  expect(await violationsInBothThemes(page)).toEqual([])
  await confirmation.getByRole('button', { name: 'Cancel' }).click()
  await expect(decision.getByRole('alert')).toContainText('Confirm this with a passkey.')
  await expect(decision.getByRole('textbox')).toHaveValue(note)
  await decision.getByRole('button', { name: 'Suspend' }).click()
  await authenticator.setUserVerified(false)
  await confirmation.getByRole('button', { name: 'Use passkey' }).click()
  await expect(confirmation.getByRole('alert')).toContainText(
    'The request was cancelled or timed out.',
  )
  await authenticator.setUserVerified(true)
  await confirmation.getByRole('button', { name: 'Use passkey' }).click()
  await expectToast(page, 'Account suspended')
  await expect(decision).toBeHidden()
})

test('members see no passkeys', async ({ page, signIn }) => {
  await signIn(page)
  await page.goto('/settings')
  await page.getByText('This browser').waitFor()
  await expect(page.getByRole('heading', { name: 'Passkeys' })).toHaveCount(0)
  expect((await page.request.get('/api/account/passkeys')).status()).toBe(403)
})
