import { boycottPath } from '@answerable/contracts/pages'
import type { TestNetwork } from '@answerable/evidence/testing/network'
import { expect, type Locator, type Page } from '@playwright/test'
import { violationsInBothThemes } from './axe.ts'
import { test } from './fixtures.ts'
import { expectToast, untilMayRespond } from './page-parts.ts'
import { securedWebsite, startProofNetwork, websiteCertificate } from './proofs.ts'

// They share the name server and the websites.
test.describe.configure({ mode: 'serial' })

let network: TestNetwork

test.beforeAll(async () => {
  network = await startProofNetwork()
})
test.afterAll(() => network.stop())

const start = async (page: Page, slug: string, way: string): Promise<void> => {
  await page.goto(`/businesses/${slug}/claim`)
  await page.getByRole('radio', { name: new RegExp(`^${way}`) }).check()
}
const published = (page: Page, label: string): Promise<string> =>
  page.locator('.copy-field').filter({ hasText: label }).locator('code').innerText()
const verified = (page: Page, domain: string): Locator =>
  page.getByRole('main').getByText(`Verified: ${domain}`)
/** Checks until the proof is found: a slow machine may not finish a look-up in time. */
const checkUntilVerified = (page: Page, domain: string): Promise<void> =>
  expect(async () => {
    const check = page.getByRole('button', { name: 'Check now' })
    if (await check.isVisible()) await check.click({ timeout: 5_000 })
    await expect(verified(page, domain)).toBeVisible({ timeout: 5_000 })
  }).toPass()
const response = (page: Page): Locator =>
  page.getByRole('region', { name: 'Response', exact: true }).getByRole('article')

test('a TXT record lets a member respond for a business, edit the response, lose it by a decision, and appeal as a former representative', async ({
  page,
  openWindow,
  signIn,
  becomeAdmin,
}) => {
  test.slow()
  await signIn(page)
  const proposal = { targetName: 'Coors Brewing Company', location: 'Golden', reasons: 'Again.' }
  const proposed = await page.request.post('/api/boycotts', { data: proposal })
  const { id, business } = (await proposed.json()) as { id: string; business: { slug: string } }
  await page.goto(boycottPath(id))
  await page.getByRole('link', { name: 'Respond here' }).click()
  await expect(page).toHaveURL(`/businesses/${business.slug}/claim`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByText(/was not found|did not respond/)).toBeVisible()
  network.txt(await published(page, 'Name'), [await published(page, 'Value')])
  await checkUntilVerified(page, 'coors.com')

  // The response and its removal appear on a page that is open, without a reload.
  const visitor = await openWindow()
  await visitor.goto(boycottPath(id))
  const before = visitor.getByRole('region', { name: 'Response', exact: true })
  await expect(before).toContainText('can publish an official response here')
  await untilMayRespond(page, id)
  await page.goto(boycottPath(id))
  await page.getByRole('button', { name: 'Write a response' }).click()
  await page.getByRole('textbox', { name: /^Response of/ }).fill('We have **settled** it.')
  await expect(page.getByRole('region', { name: 'Preview' }).locator('strong')).toHaveText(
    'settled',
  )
  await page.getByRole('button', { name: 'Publish response' }).click()
  await expectToast(page, 'Response published')
  await expect(response(page)).toContainText('We have settled it.')
  await expect(response(page)).toContainText('Verified: coors.com')
  await expect(response(visitor)).toContainText('We have settled it.')

  await response(page).getByRole('button', { name: 'Edit the response' }).click()
  await page.getByRole('textbox', { name: /^Response of/ }).fill('We have settled it in 1987.')
  await page.getByRole('button', { name: 'Save response' }).click()
  await expectToast(page, 'Response saved')
  await response(visitor).getByRole('button', { name: 'Edited, 2 versions' }).click()
  await expect(response(visitor).getByRole('insertion').first()).toBeVisible()
  expect(await violationsInBothThemes(visitor)).toEqual([])

  const admin = await openWindow()
  await becomeAdmin(admin)
  await admin.goto('/admin/replies?list=all')
  const entry = admin
    .getByRole('listitem')
    .filter({ hasText: 'We have settled it in 1987.' })
    .first()
  await entry.getByLabel('Reason (optional)').selectOption('Spam or advertising')
  await entry.getByRole('button', { name: 'Remove the response of Coors Brewing Company' }).click()
  await expectToast(admin, 'Response removed')
  await expect(response(visitor)).toContainText('removed this response: Spam or advertising')
  await expect(response(visitor)).not.toContainText('1987')

  // The writer appeals also after the end of the representation.
  await page.goto(`/businesses/${business.slug}/claim`)
  await page.getByRole('button', { name: 'Stop speaking for this business' }).click()
  await page.getByRole('button', { name: 'End it' }).click()
  await expect(page.getByText('You have ended your last claim.')).toBeVisible()
  await page.goto(boycottPath(id))
  await response(page).getByRole('button', { name: 'Decision and appeal' }).click()
  await page.getByLabel('Appeal against this decision').fill('It is no advertisement.')
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await expect(page.getByText('Your appeal is waiting for an administrator')).toBeVisible()
  expect(await violationsInBothThemes(page)).toEqual([])
})

test('a file on the website proves a business', async ({ page, signIn }) => {
  await signIn(page)
  await start(page, 'burger-king', 'File on the website')
  await page.getByRole('button', { name: 'Continue' }).click()
  const [address, content] = [await published(page, 'Address'), await published(page, 'Content')]
  network.host(securedWebsite, {
    certificate: websiteCertificate(),
    handler: (request, reply) => {
      const isFile = request.url === new URL(address).pathname
      reply.writeHead(isFile ? 200 : 404).end(isFile ? content : '')
    },
  })
  await checkUntilVerified(page, securedWebsite)
  await page.goto('/businesses/burger-king')
  await expect(verified(page, securedWebsite)).toBeVisible()
})
