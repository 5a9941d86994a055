import { boycottPath, pages } from '@answerable/contracts/pages'
import { expect, type Locator, type Page } from '@playwright/test'
import { violationsInBothThemes } from './axe.ts'
import { test } from './fixtures.ts'
import { boycott, expectToast } from './page-parts.ts'

const target = 'Exxon'

const entry = (page: Page, text: string): Locator =>
  page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: text })

test('an administrator sees what a colleague has open, and removes several entries at once', async ({
  page: member,
  openWindow,
  signIn,
  becomeAdmin,
  signInAdmin,
}) => {
  test.slow()
  const { id } = await boycott(member.request, target)
  const unique = crypto.randomUUID().slice(0, 8)
  const texts = [`Buy at shop ${unique}, first offer.`, `Buy at shop ${unique}, second offer.`]
  const [flagger, first, second] = [await openWindow(), await openWindow(), await openWindow()]
  await signIn(flagger)
  // A member may post one comment at a time.
  for (const [author, content] of [
    [member, texts[0]],
    [await openWindow(), texts[1]],
  ] as const) {
    await signIn(author)
    const data = { content }
    const posted = await author.request.post(`/api/boycotts/${id}/comments`, { data })
    expect(posted.status()).toBe(201)
    const comment = (await posted.json()) as { id: string }
    const flagged = await flagger.request.post(`/api/comments/${comment.id}/flag`, {
      data: { reasonCode: 'spam', reason: 'An advertisement.' },
    })
    expect(flagged.status()).toBe(201)
  }
  const [offer, other] = texts as [string, string]

  await becomeAdmin(first)
  await signInAdmin(second, 7)
  await first.goto(`${pages.admin}?kind=comments&sort=oldest`)
  await expect(first.getByLabel('Order')).toHaveValue('oldest')
  await entry(first, offer)
    .getByRole('link', { name: `Comment on ${target}` })
    .focus()
  await second.goto(`${pages.admin}?kind=comments`)
  await expect(entry(second, offer)).toContainText('has this open.')
  await expect(entry(second, other)).not.toContainText('has this open.')

  for (const text of texts) await entry(second, text).getByRole('checkbox').check()
  const bar = second.getByRole('region', { name: 'Selected entries' })
  await expect(bar).toContainText('2 selected.')
  await bar.getByLabel('Reason (optional)').selectOption('Spam or advertising')
  expect(await violationsInBothThemes(second)).toEqual([])
  await second.setViewportSize({ width: 320, height: 640 })
  const width = () => second.locator('html').evaluate((html) => html.scrollWidth)
  await expect.poll(width).toBe(320)
  await bar.getByRole('button', { name: 'Remove all' }).click()
  await expectToast(second, '2 removed')
  for (const text of texts) await expect(entry(second, text)).toHaveCount(0)
  // The colleague can no longer decide on it.
  await expect(entry(first, offer).getByRole('button', { name: /^Remove/ })).toHaveCount(0)

  await member.goto(boycottPath(id))
  await expect(member.getByText('Reason: Spam or advertising').first()).toBeVisible()
  await expect(member.getByText(offer)).toHaveCount(0)
})

test('each kind of the queue has its filter, and an empty one says what appears there', async ({
  page,
  becomeAdmin,
}) => {
  await becomeAdmin(page)
  await page.goto(pages.admin)
  const kind = page.getByRole('combobox', { name: 'Kind' })
  await expect(kind.getByRole('option')).toHaveCount(9)
  const options = await kind.getByRole('option').allTextContents()
  for (const label of options) {
    await kind.selectOption(label)
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    const rows = page.getByRole('tabpanel').getByRole('listitem')
    await expect(
      rows.or(page.getByText('Nothing is waiting for a decision.')).first(),
    ).toBeVisible()
  }
})
