import { boycottPath } from '@answerable/contracts/pages'
import type { Submission } from '@answerable/contracts/submissions'
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import { violationsOn } from './axe.ts'
import { test } from './fixtures.ts'
import { dialog, expectToast, reasonForFlag, rows } from './page-parts.ts'

const target = 'Kestrel Quarries'

test('two administrators and an author: flagged, removed, appealed, public again, all in the log', async ({
  page: author,
  openWindow,
  signIn,
  signInAdmin,
  problems,
  request: visitor,
}) => {
  problems.expect(/status of 409.*\/approve/)
  problems.expect(/status of 403.*\/uphold/)
  test.slow()
  const [first, second] = [await openWindow(), await openWindow()]
  await signIn(author)
  await signInAdmin(first, 0)
  await signInAdmin(second, 1)
  const { id } = await propose(author.request, target)

  // The second administrator flags it, as any member can. The first sees it appear in the queue.
  await first.goto('/admin')
  await expect(first.getByRole('tab', { name: 'Flagged Content' })).toBeVisible()
  await second.goto(boycottPath(id))
  await second.getByRole('button', { name: `Flag ${target}` }).click()
  await reasonForFlag(second).fill('There is no source for this.')
  await dialog(second, 'Flag').getByRole('button', { name: 'Flag', exact: true }).click()
  await expectToast(second, 'Boycott flagged')
  await expect(entry(first)).toContainText('There is no source for this.')

  // The second administrator's page does not get updates about the first one's decision.
  await second.goto('/admin')
  await expect(entry(second)).toBeVisible()
  const released = Promise.withResolvers<void>()
  await second.route('**/api/admin/queue*', async (route) => {
    await released.promise
    await route.continue()
  })
  await entry(first)
    .getByLabel('Reason (optional)')
    .selectOption({ label: 'Serious claims without a source' })
  await entry(first).getByLabel('Note to the author (optional)').fill('Please give a source.')
  await entry(first).getByRole('button', { name: 'Remove' }).click()
  await expectToast(first, 'Submission removed')
  await expect(entry(first)).toBeHidden()
  expect((await visitor.get(`/api/boycotts/${id}`)).status()).toBe(404)
  await entry(second).getByRole('button', { name: 'Approve' }).click()
  await expectToast(second, 'Error')
  await expect(entry(second)).toContainText('Already decided')
  await expect(entry(second)).toContainText('Removed')
  await expect(entry(second)).toContainText('Please give a source.')
  released.resolve()
  expect((await visitor.get(`/api/boycotts/${id}`)).status()).toBe(404)

  await author.goto(boycottPath(id))
  const ruling = author.getByRole('region', { name: 'An administrator removed this submission' })
  await expect(ruling).toContainText('Serious claims without a source')
  await expect(ruling).toContainText('Please give a source.')
  const decisionId = await ruling.getByRole('code').innerText()
  await ruling.getByLabel('Appeal against this decision').fill('The court published it in May.')
  await ruling.getByRole('button', { name: 'Send appeal' }).click()
  await expectToast(author, 'Appeal sent')
  await expect(ruling).toContainText('Your appeal is waiting for an administrator')

  // The administrator who removed it cannot decide on the appeal; the other can.
  await first.reload()
  await expect(entry(first)).toContainText('The court published it in May.')
  await entry(first).getByRole('button', { name: 'Uphold removal' }).click()
  await expectToast(
    first,
    'Error',
    'You made this decision. Another administrator has to decide on the appeal.',
  )
  await second.reload()
  await entry(second).getByRole('button', { name: 'Make public again' }).click()
  await expectToast(second, 'Removal overturned', 'The submission is public again.')
  await expect(author.getByRole('button', { name: 'Upvote' })).toBeVisible()
  expect((await visitor.get(`/api/boycotts/${id}`)).status()).toBe(200)

  await author.goto('/moderation-log')
  const row = (text: string) => author.getByRole('row').filter({ hasText: text })
  await expect(row(decisionId)).toContainText('Removed')
  await expect(row(decisionId)).toContainText('Serious claims without a source')
  await expect(row('Appeal granted: public again').first()).toContainText('Business/Company')
  await expect(author.getByRole('main')).not.toContainText(target)
})

test('an administrator decides on suggestions, undoes a merge, and the member sees the outcomes', async ({
  page,
  openWindow,
  signIn,
  becomeAdmin,
}) => {
  const name = 'Suggested Works'
  const member = await openWindow()
  await signIn(member)
  const { business } = await propose(member.request, name)
  await becomeAdmin(page)
  const twin = (await propose(page.request, 'Twin Works')).business
  for (const [kind, value] of [
    ['country', 'IE'],
    ['alias', 'Suggested Words'],
    ['merge', twin.id],
  ])
    await member.request.post(`/api/businesses/${business.id}/suggestions`, {
      data: { kind, value, reason: 'See its imprint.' },
    })
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Suggestions' }).click()
  const entryOf = (value: string) => page.getByRole('listitem').filter({ hasText: value })
  await entryOf('Country: IE')
    .getByRole('button', { name: /^Accept/ })
    .click()
  await expectToast(page, 'Suggestion accepted', name)
  await expect(entryOf('Country: IE')).toBeHidden()
  const alias = entryOf('Suggested Words')
  await alias.getByLabel('Note to the author').fill('It has no such name.')
  await alias.getByRole('button', { name: /^Decline/ }).click()
  await expectToast(page, 'Suggestion declined', name)
  const merge = entryOf('Twin Works')
  await merge.getByRole('button', { name: /^Accept/ }).click()
  await expect(merge).toContainText('2 boycotts (now 1 and 1)')
  expect(await violationsOn(page)).toEqual([])
  await merge.getByRole('button', { name: 'Merge', exact: true }).click()
  await expectToast(page, 'Suggestion accepted', name)
  await page.getByRole('link', { name: 'Show decided suggestions' }).click()
  await expect(entryOf('Suggested Words')).toContainText('Declined: It has no such name.')
  await merge.getByRole('button', { name: /^Undo the merge/ }).click()
  await merge.getByRole('button', { name: 'Undo', exact: true }).click()
  await expectToast(page, 'Merge undone', name)
  const own = await (await member.request.get('/api/account/suggestions')).json()
  expect(own.map(({ state }: { state: string }) => state)).toEqual([
    'accepted',
    'declined',
    'accepted',
  ])
})

test('an administrator merges businesses on the page of one, and undoes it there', async ({
  page,
  openWindow,
  signIn,
  becomeAdmin,
}) => {
  // The administrator may have just proposed something in another journey.
  const [one, other] = [await openWindow(), await openWindow()]
  await signIn(one)
  await signIn(other)
  await becomeAdmin(page)
  const [kept, merged] = [
    (await propose(one.request, 'Larch Works')).business,
    (await propose(other.request, 'Larch Werke')).business,
  ]
  await page.goto(`/businesses/${kept.slug}`)
  await page.getByRole('button', { name: 'Merge with another business' }).click()
  const form = page.getByRole('form', { name: 'Merge Larch Works with another business' })
  await form.getByRole('combobox', { name: 'The other business' }).fill('larch')
  await expect(form.getByRole('option', { name: 'Larch Works' })).toHaveCount(0)
  await form.getByRole('option', { name: 'Larch Werke' }).click()
  await expect(form).toContainText('Larch Works stays. Links to Larch Werke will lead to it.')
  await form.getByLabel('The business that stays').selectOption('Larch Werke')
  await expect(form).toContainText('Larch Werke stays.')
  await form.getByLabel('The business that stays').selectOption('Larch Works')
  await expect(form).toContainText('2 boycotts (now 1 and 1)')
  expect(await violationsOn(page)).toEqual([])
  await form.getByRole('button', { name: 'Merge', exact: true }).click()
  await expectToast(page, 'Businesses merged', 'You can undo this for 30 days.')
  await expect(page.getByText('Also called Larch Werke')).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo the merge of Larch Werke' }).click()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expectToast(page, 'Merge undone', 'Larch Werke')
  await expect(page.getByText('Also called Larch Werke')).toBeHidden()
  await page.goto(`/businesses/${merged.slug}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Larch Werke' })).toBeVisible()
})

test('other users are denied the dashboard and see no link to it', async ({ page, signIn }) => {
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Access Denied', exact: true })).toBeVisible()
  await signIn(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Access Denied', exact: true })).toBeVisible()
  await expect(page.getByText("You don't have permission to access the admin panel.")).toBeVisible()
  await expect(page.getByRole('link', { name: 'Admin', exact: true })).toHaveCount(0)
})

const entry = (page: Page): Locator =>
  page
    .getByRole('tabpanel', { name: 'Flagged Content' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: target, exact: true }) })

const propose = async (request: APIRequestContext, targetName: string): Promise<Submission> => {
  const response = await request.post('/api/boycotts', {
    data: {
      targetName,
      location: 'Cork, Ireland',
      category: 'business',
      reasons: 'It dug beyond the line that the court had drawn.',
    },
  })
  expect(response.status()).toBe(201)
  return (await response.json()) as Submission
}
