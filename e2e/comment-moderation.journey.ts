import { boycottPath } from '@answerable/contracts/pages'
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import { violationsInBothThemes } from './axe.ts'
import { test } from './fixtures.ts'
import { boycott, dialog, expectToast } from './page-parts.ts'

const bell = (page: Page): Locator =>
  page.getByRole('banner').getByRole('link', { name: /^Notifications/ })
const expectUnread = (page: Page, unread: number): Promise<void> =>
  expect(bell(page)).toHaveAccessibleName(
    unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`,
  )
const notice = (page: Page, text: string): Locator =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: text }).getByRole('link').first()
const commentWith = (page: Page, text: string): Locator =>
  page
    .getByRole('region', { name: /^Comments/ })
    .getByRole('article')
    .filter({ hasText: text })

const usernameOf = async (request: APIRequestContext): Promise<string> =>
  ((await (await request.get('/api/auth/me')).json()) as { user: { username: string } }).user
    .username

test('a reply is read from the bell, flagged, removed on every open page, appealed and shown again', async ({
  page: asker,
  openWindow,
  signIn,
  becomeAdmin,
  signInAdmin,
}) => {
  test.slow()
  // No other journey comments on it, because its commenters would be notified.
  const target = 'Tallahassee Cities Transit'
  const [replier, first, second] = [await openWindow(), await openWindow(), await openWindow()]
  await signIn(asker)
  await signIn(replier)
  const name = await usernameOf(asker.request)
  const { id } = await boycott(asker.request, target)
  const content = `Who drove? Asked by ${name}.`
  await asker.request.post(`/api/boycotts/${id}/comments`, { data: { content } })
  await asker.goto('/about')

  const text = `Nobody whom you could understand, @${name}.`
  await replier.goto(boycottPath(id))
  await commentWith(replier, content).getByRole('button', { name: 'Reply' }).click()
  await replier.getByLabel(`Reply to ${name}`).fill(text)
  await replier.getByRole('button', { name: 'Post reply' }).click()
  await expectToast(replier, 'Comment posted successfully')

  await expectUnread(asker, 1)
  await bell(asker).click()
  await notice(asker, `replied to your comment on ${target}`).click()
  const reply = commentWith(asker, text)
  await expect(reply).toBeFocused()
  await expectUnread(asker, 0)
  await reply.getByRole('button', { name: /^Flag / }).click()
  const flag = dialog(asker, 'Flag')
  await flag.getByLabel('Kind of problem (optional)').selectOption('Hate or threats')
  await flag.getByLabel(/^Please provide a reason/).fill('An insult.')
  await flag.getByRole('button', { name: 'Flag', exact: true }).click()
  await expectToast(asker, 'Comment flagged')

  await becomeAdmin(first)
  const entry = (page: Page) =>
    page
      .getByRole('tabpanel')
      .getByRole('listitem')
      .filter({ hasText: `@${name}` })
  await first.goto('/admin?kind=comments')
  await expect(entry(first)).toContainText('Hate or threats: An insult.')
  await entry(first).getByLabel('Reason (optional)').selectOption('Harassment or threats')
  await entry(first)
    .getByRole('button', { name: /^Remove the comment/ })
    .click()
  await expectToast(first, 'Comment removed')
  await expect(entry(first)).toHaveCount(0)
  const line = 'An administrator has removed this comment. Reason: Harassment or threats.'
  for (const page of [asker, replier]) {
    await expect(commentWith(page, line)).toBeVisible()
    await expect(commentWith(page, text)).toHaveCount(0)
  }

  await expectUnread(asker, 1)
  await bell(asker).click()
  await expect(asker.getByText(`A comment on ${target} that you flagged was removed`)).toBeVisible()
  await expectUnread(replier, 1)
  await bell(replier).click()
  await notice(replier, `Your comment on ${target} was removed`).click()
  await expectUnread(replier, 0)
  await commentWith(replier, line).getByRole('button', { name: 'Decision and appeal' }).click()
  const ruling = replier.getByRole('region', { name: 'An administrator removed your comment' })
  await expect(ruling.getByLabel('Appeal against this decision')).toBeVisible()
  expect(await violationsInBothThemes(replier)).toEqual([])
  await ruling.getByLabel('Appeal against this decision').fill('It was about the buses.')
  await ruling.getByRole('button', { name: 'Send appeal' }).click()
  await expectToast(replier, 'Appeal sent')

  await signInAdmin(second, 4)
  await second.goto('/admin?kind=comments')
  await expect(entry(second)).toContainText('It was about the buses.')
  await entry(second).getByRole('button', { name: 'Show again' }).click()
  await expectToast(second, 'Removal overturned', 'The comment is shown again.')
  await expect(commentWith(replier, text)).toBeVisible()
  await expectUnread(replier, 1)
  await bell(replier).click()
  await expect(
    replier.getByText(`Your appeal about ${target} was successful: it is public again`),
  ).toBeVisible()
})

test('an administrator locks a discussion and changes a name, which open pages show', async ({
  page,
  openWindow,
  signIn,
  becomeAdmin,
}) => {
  await signIn(page)
  const targetName = `Moor Ferries ${await usernameOf(page.request)}`
  const created = await page.request.post('/api/boycotts', {
    data: { targetName, location: 'Worldwide', reasons: 'Made up for a journey.' },
  })
  const { id } = (await created.json()) as { id: string }
  await page.goto(boycottPath(id))
  await expect(page.getByLabel('Add a comment')).toBeVisible()

  const admin = await openWindow()
  await becomeAdmin(admin)
  await admin.goto(`/admin?tab=submissions&search=${id}`)
  await admin.getByRole('button', { name: `Review ${targetName}` }).click()
  await admin.getByRole('button', { name: 'Lock the discussion' }).click()
  await admin.getByRole('button', { name: 'Lock', exact: true }).click()
  await expectToast(admin, 'Discussion locked')
  await expect(admin.getByRole('button', { name: 'Unlock the discussion' })).toBeFocused()
  await expect(page.getByText('An administrator has locked this discussion.')).toBeVisible()
  await expect(page.getByLabel('Add a comment')).toHaveCount(0)

  const newName = `${targetName} Ltd`
  await admin.getByRole('button', { name: 'Change the name' }).click()
  await admin.getByLabel('Name of the target').fill(newName)
  await admin.getByRole('button', { name: 'Change the name' }).last().click()
  await expectToast(admin, 'Name changed')
  await expect(page.getByRole('heading', { level: 1, name: newName })).toBeVisible()
})
