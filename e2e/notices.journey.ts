import { boycottPath, pages } from '@answerable/contracts/pages'
import { expect, type Locator, type Page } from '@playwright/test'
import { violationsInBothThemes } from './axe.ts'
import { test } from './fixtures.ts'
import type { Mailbox } from './mailbox.ts'
import { boycott, expectToast } from './page-parts.ts'
import { recordSecret } from './traces.ts'

const target = 'Dow Chemical'

/** The link in the newest mail with this subject. */
const linkIn = async (mailbox: Mailbox, address: string, subject: string): Promise<string> => {
  const mail = await mailbox.textTo(address, subject)
  const link = /href="([^"]+)"/.exec(mail)?.[1] ?? ''
  const { pathname, hash } = new URL(link)
  recordSecret({ kind: 'token', text: hash.slice(1) })
  return `${pathname}${hash}`
}

const entry = (page: Page, text: string): Locator =>
  page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: text })

const send = (page: Page) => page.getByRole('button', { name: 'Send notice' }).click()

test('somebody without an account gives notice, gets a receipt and the decision, and objects', async ({
  page,
  mailbox,
  openWindow,
  becomeAdmin,
  signInAdmin,
}) => {
  test.slow()
  const { id } = await boycott(page.request, target)
  const unique = crypto.randomUUID()
  const address = `notifier-${unique}@example.org`
  const why = `The third sentence is false. See case ${unique}.`

  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Report unlawful content' }).click()
  await send(page)
  await expect(page.getByLabel('Where is it?')).toBeFocused()
  await expect(page.getByText('Check this box to send the notice.')).toBeVisible()
  await page.getByLabel('Where is it?').fill(`https://elsewhere.example${boycottPath(id)}`)
  await page.getByLabel('What is wrong with it?').selectOption('Another false claim')
  await page.getByLabel('Explanation').fill(why)
  await page.getByLabel('Your name').fill('Nora Notifier')
  await page.getByLabel('Your email').fill(address)
  await page.getByRole('checkbox').check()
  await send(page)
  await expect(page.getByText('this is not the address of content on this site')).toBeVisible()
  // The typed text stays in the browser.
  await page.reload()
  await expect(page.getByLabel('Explanation')).toHaveValue(why)
  await page.getByLabel('Where is it?').fill(new URL(boycottPath(id), page.url()).href)
  await page.getByRole('checkbox').check()
  await send(page)
  await expect(page.getByText(`We have sent a receipt to ${address}.`)).toBeVisible()
  expect(await violationsInBothThemes(page)).toEqual([])

  const link = await linkIn(mailbox, address, 'We received your notice')
  const token = link.split('#')[1] ?? ''
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Waiting for a decision' })).toBeVisible()
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible()
  const other = await page.request.post(`/api/notifications/unsubscribe?token=${token}`)
  expect([400, 404]).toContain(other.status())

  const [first, second] = [await openWindow(), await openWindow()]
  await becomeAdmin(first)
  await first.goto(`${pages.admin}?kind=notices`)
  await expect(entry(first, why)).toContainText('Nora Notifier, email address confirmed')
  await entry(first, why).getByLabel('Reason', { exact: true }).selectOption('No rule was broken')
  await entry(first, why).getByLabel('Note to the notifier (optional)').fill('It is a quotation.')
  await entry(first, why).getByRole('button', { name: 'Decline notice' }).click()
  await expectToast(first, 'Notice declined', 'The notifier gets the decision by email.')
  await expect(entry(first, why)).toHaveCount(0)

  const decision = await mailbox.textTo(address, 'The decision about your notice')
  expect(decision).toContain('It is a quotation.')
  await page.goto(await linkIn(mailbox, address, 'The decision about your notice'))
  await expect(page.getByRole('heading', { name: 'The content can stay' })).toBeVisible()
  await page.getByLabel('Object to this decision').fill('The quotation is not complete.')
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Send objection' }).click()
  await expect(
    page.getByRole('heading', { name: 'Your objection is being reviewed' }),
  ).toBeVisible()

  await signInAdmin(second, 5)
  await second.goto(`${pages.admin}?kind=notices`)
  await expect(entry(second, why)).toContainText('The quotation is not complete.')
  await entry(second, why)
    .getByLabel('Reason', { exact: true })
    .selectOption('False or misleading information')
  // Nothing was removed, so that the notifier has to learn why.
  await expect(entry(second, why).getByRole('button', { name: 'Uphold notice' })).toBeDisabled()
  await entry(second, why)
    .getByLabel('Note to the notifier (optional)')
    .fill('The author has corrected the sentence.')
  await entry(second, why).getByRole('button', { name: 'Uphold notice' }).click()
  await expectToast(second, 'Notice upheld', 'The notifier gets the decision by email.')
  await mailbox.textTo(address, 'The decision about your objection')
  await page.reload()
  await expect(
    page.getByRole('heading', { name: 'After your objection: your notice is justified' }),
  ).toBeVisible()
})
