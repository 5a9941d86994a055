import { boycottPath } from '@answerable/contracts/pages'
import { expect, type Locator, type Page } from '@playwright/test'
import { violationsInBothThemes } from './axe.ts'
import { test } from './fixtures.ts'
import { boycott, dialog, expectToast } from './page-parts.ts'

const target = 'Exxon'

const section = (page: Page): Locator =>
  page.getByRole('region', { name: 'Alternatives', exact: true })
const entry = (page: Page, name: string): Locator =>
  section(page).getByRole('listitem').filter({ hasText: name })

test('a member proposes an alternative, others mark and flag it, an administrator removes it', async ({
  page,
  openWindow,
  signIn,
  becomeAdmin,
  signInAdmin,
  problems,
}) => {
  test.slow()
  problems.expect(/status of 400.*\/alternatives/)
  const { id } = await boycott(page.request, target)
  const name = `Bicycle ${crypto.randomUUID().slice(0, 8)}`
  const watching = await openWindow()
  await watching.goto(boycottPath(id))
  await expect(section(watching)).toBeVisible()
  await signIn(page)
  await page.goto(boycottPath(id))
  await section(page).getByRole('button', { name: 'Propose an alternative' }).click()
  await page.getByLabel('What to use instead').fill(name)
  await page.getByLabel('Link (optional)').fill('bicycles')
  await page.getByRole('button', { name: 'Add alternative' }).click()
  await expect(page.getByText('Enter an address that begins with https://')).toBeVisible()
  // The typed text stays in the browser.
  await page.reload()
  await section(page).getByRole('button', { name: 'Propose an alternative' }).click()
  await expect(page.getByLabel('What to use instead')).toHaveValue(name)
  await page.getByLabel('Link (optional)').fill('https://www.example.org/bicycles')
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Add alternative' }).click()
  await expectToast(page, 'Alternative added')
  await expect(entry(watching, name)).toBeVisible()
  const link = entry(page, name).getByRole('link', { name })
  await expect(link).toHaveAttribute('rel', /nofollow ugc/)
  await expect(entry(page, name)).toContainText('example.org')

  const [reader, admin] = [await openWindow(), await openWindow()]
  await signIn(reader)
  await reader.goto(boycottPath(id))
  const helpful = entry(reader, name).getByRole('button', { name: `Mark ${name} as helpful` })
  const marked = reader.waitForResponse((one) => one.url().endsWith('/helpful') && one.ok())
  await helpful.click()
  await expect(helpful).toHaveAttribute('aria-pressed', 'true')
  await marked
  await reader.reload()
  await expect(helpful).toHaveAttribute('aria-pressed', 'true')
  await entry(reader, name)
    .getByRole('button', { name: /^Flag / })
    .click()
  await dialog(reader, 'Flag')
    .getByLabel(/^Please provide a reason/)
    .fill('It only sells bicycles.')
  await dialog(reader, 'Flag').getByRole('button', { name: 'Flag', exact: true }).click()
  await expectToast(reader, 'Alternative flagged')

  await becomeAdmin(admin)
  await admin.goto('/admin?kind=alternatives')
  const queued = admin.getByRole('tabpanel').getByRole('listitem').filter({ hasText: name })
  await expect(queued).toContainText('It only sells bicycles.')
  await queued.getByRole('button', { name: /^Remove the alternative/ }).click()
  await expectToast(admin, 'Alternative removed')
  await expect(queued).toHaveCount(0)
  await expect(entry(reader, name)).toHaveCount(0)
  await expect(entry(watching, name)).toHaveCount(0)

  await reader.goto('/notifications')
  await expect(
    reader.getByText(`An alternative for ${target} that you flagged was removed`),
  ).toBeVisible()
  await page.goto('/notifications')
  await expect(page.getByText(`Your alternative for ${target} was removed`)).toBeVisible()

  // The author alone still sees it, reads why, and appeals; another administrator decides.
  await page.goto(boycottPath(id))
  const all = section(page).getByRole('button', { name: /^Show all/ })
  await entry(page, name).or(all).first().waitFor()
  if (await all.isVisible()) await all.click()
  await expect(entry(page, name)).toContainText('Only you can see it.')
  await entry(page, name).getByRole('button', { name: 'Decision and appeal' }).click()
  await page.getByLabel('Appeal against this decision').fill('The link leads to a library.')
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await expectToast(page, 'Appeal sent')
  const other = await openWindow()
  await signInAdmin(other, 6)
  await other.goto('/admin?kind=alternatives')
  const appealed = other.getByRole('tabpanel').getByRole('listitem').filter({ hasText: name })
  await expect(appealed).toContainText('The link leads to a library.')
  await appealed.getByRole('button', { name: 'Show again' }).click()
  await expectToast(other, 'Removal overturned', 'The alternative is shown again.')
  await page.reload()
  await expect(entry(page, name).getByRole('button', { name: `Delete ${name}` })).toBeVisible()
})

test('a member deletes an own alternative', async ({ page, signIn }) => {
  const { id } = await boycott(page.request, target)
  await signIn(page)
  const name = `Train ${crypto.randomUUID().slice(0, 8)}`
  await page.request.post(`/api/boycotts/${id}/alternatives`, { data: { name } })
  await page.goto(boycottPath(id))
  await entry(page, name)
    .or(section(page).getByRole('button', { name: /^Show all/ }))
    .first()
    .waitFor()
  const all = section(page).getByRole('button', { name: /^Show all/ })
  if (await all.isVisible()) await all.click()
  await entry(page, name)
    .getByRole('button', { name: `Delete ${name}` })
    .click()
  await entry(page, name).getByRole('button', { name: 'Delete it' }).click()
  await expectToast(page, 'Alternative deleted')
  await expect(entry(page, name)).toHaveCount(0)
})
