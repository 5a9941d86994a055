import type { Notice } from '@answerable/contracts/notifications'
import { boycottPath, businessPath, personPath } from '@answerable/contracts/pages'
import type { Submission } from '@answerable/contracts/submissions'
import type { APIRequestContext, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { violationsInBothThemes } from './axe.ts'
import { test } from './fixtures.ts'
import { boycott, openMissing } from './page-parts.ts'

const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notifications/ })
const expectUnread = (page: Page, unread: number) =>
  expect(bell(page)).toHaveAccessibleName(
    unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`,
  )
const notices = (page: Page) => page.getByRole('main').getByRole('listitem')

const usernameOf = async (request: APIRequestContext): Promise<string> =>
  ((await (await request.get('/api/auth/me')).json()) as { user: { username: string } }).user
    .username

const comment = async (
  request: APIRequestContext,
  id: string,
  data: { content: string; parentId?: string },
): Promise<string> => {
  const response = await request.post(`/api/boycotts/${id}/comments`, { data })
  expect(response.status()).toBe(201)
  return ((await response.json()) as { id: string }).id
}

/** Beginnings of the comments in the member's notifications. */
const excerptsOf = async (request: APIRequestContext) => {
  const listed = (await (await request.get('/api/notifications')).json()) as Notice[]
  return listed.map(({ comment: one }) => one?.excerpt)
}

const propose = async (request: APIRequestContext, targetName: string): Promise<Submission> => {
  const data = { targetName, location: 'Worldwide', reasons: 'Made up for a journey.' }
  const response = await request.post('/api/boycotts', { data })
  expect(response.status()).toBe(201)
  return (await response.json()) as Submission
}

test('a reply reaches the bell at once, and is answered with two presses', async ({
  page,
  openWindow,
  signIn,
}) => {
  await signIn(page)
  const { id } = await boycott(page.request, 'Montgomery City Lines')
  const parentId = await comment(page.request, id, { content: 'Where was the first meeting?' })
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto('/')
  await expectUnread(page, 0)

  const other = await openWindow()
  await signIn(other)
  const replier = await usernameOf(other.request)
  await comment(other.request, id, { content: 'At Holt Street Baptist Church.', parentId })
  await expectUnread(page, 1)
  expect(requests.filter((url) => /\/api\/notifications(\?|$)/.test(url))).toEqual([])

  await bell(page).click()
  const notice = notices(page).filter({ hasText: replier })
  await expect(notice).toContainText('replied to your comment on Montgomery City Lines')
  await expect(notice).toContainText('At Holt Street Baptist Church.')
  await notice.getByRole('link', { name: 'Reply', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`^[^?]+${boycottPath(id)}[?#]`))
  const answer = page.getByRole('textbox', { name: `Reply to ${replier}` })
  await expect(answer).toBeFocused()
  await page.keyboard.type('Thank you!')
  await expect(answer).toHaveValue('Thank you!')
  await expectUnread(page, 0)
})

test('new notices arrive on the open page, and are read in every window', async ({
  page,
  openWindow,
  signIn,
}) => {
  await signIn(page)
  const username = await usernameOf(page.request)
  const { id } = await boycott(page.request, 'SeaWorld')
  await page.goto('/notifications')
  await expect(page.getByText('No notifications yet.')).toBeVisible()
  const second = await page.context().newPage()
  await second.goto('/about')

  const other = await openWindow()
  await signIn(other)
  await comment(other.request, id, { content: `Have you seen this, @${username}?` })
  const notice = notices(page).filter({ hasText: 'mentioned you in a comment on SeaWorld' })
  await expect(notice).toBeVisible()
  await expectUnread(second, 1)
  await notice.getByRole('button', { name: 'Mark as read' }).click()
  await expectUnread(page, 0)
  await expectUnread(second, 0)
  await second.close()
})

test('a member follows a business, learns of a new boycott, and stops', async ({
  page,
  openWindow,
  signIn,
}) => {
  await signIn(page)
  const name = `Works of ${await usernameOf(page.request)}`
  const first = await openWindow()
  await signIn(first)
  const { business } = await propose(first.request, name)
  // Once the event has arrived, later followers are not notified of it.
  await expect.poll(async () => (await first.request.get('/api/follows')).json()).toHaveLength(1)
  await page.goto(businessPath(business.slug))
  await page.getByRole('button', { name: `Follow ${name}` }).click()
  await expect(page.getByRole('button', { name: `Following ${name}` })).toBeVisible()
  await expect.poll(async () => (await page.request.get('/api/follows')).json()).toHaveLength(1)

  const second = await openWindow()
  await signIn(second)
  const { id } = await propose(second.request, name)
  await expectUnread(page, 1)
  await bell(page).click()
  await notices(page)
    .getByRole('link', { name: `New boycott of ${name}: ${name}` })
    .click()
  await expect(page).toHaveURL(boycottPath(id))
  await expectUnread(page, 0)

  await page.goto('/settings#following')
  await page.getByRole('button', { name: `Unfollow ${name}` }).click()
  await expect(page.getByRole('region', { name: 'Following' })).toContainText('Nothing yet.')
  await page.goto(businessPath(business.slug))
  await expect(page.getByRole('button', { name: `Follow ${name}` })).toBeVisible()
})

test('an author and the member who flagged learn of the decision of an administrator', async ({
  page,
  openWindow,
  signIn,
  becomeAdmin,
}) => {
  const author = page
  await signIn(author)
  const { id, targetName } = await propose(
    author.request,
    `Unfounded ${await usernameOf(author.request)}`,
  )
  await author.goto('/')

  const reporter = await openWindow()
  await signIn(reporter)
  await reporter.request.post(`/api/boycotts/${id}/flag`, { data: { reason: 'No source.' } })
  await reporter.goto('/about')

  const admin = await openWindow()
  await becomeAdmin(admin)
  const removed = await admin.request.post(`/api/admin/submissions/${id}/remove`, {
    data: { reasonCode: 'false-information' },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  expect(removed.ok(), await removed.text()).toBe(true)

  await expectUnread(author, 1)
  await bell(author).click()
  await notices(author)
    .getByRole('link', { name: `Your submission ${targetName} was removed` })
    .click()
  await expect(author).toHaveURL(boycottPath(id))
  await expect(author.getByText('False or misleading information')).toBeVisible()

  await expectUnread(reporter, 1)
  await bell(reporter).click()
  await expect(reporter.getByText('A boycott that you flagged was removed')).toBeVisible()
})

test('following every link in a mail changes nothing until a button is pressed', async ({
  page,
  openWindow,
  signIn,
  mailbox,
}) => {
  const address = await signIn(page)
  await page.goto('/settings#notifications')
  const replies = page.getByLabel('Replies to your comments')
  await replies.selectOption('At once')
  await expect(page.getByText('Saved.')).toBeVisible()
  const { id } = await boycott(page.request, 'Burger King')
  const parentId = await comment(page.request, id, { content: 'A question by mail.' })
  const other = await openWindow()
  await signIn(other)
  const name = await usernameOf(other.request)
  await comment(other.request, id, { content: 'An answer by mail.', parentId })
  const mail = await mailbox.textTo(address, `${name} replied to your comment on “Burger King”.`)
  const link = /https?:\/\/[^\s"<]+\/unsubscribe\?token=[\w-]+/.exec(mail)?.[0] ?? ''

  const visitor = await openWindow()
  const links = [...mail.matchAll(/https?:\/\/[^\s"<>]+/g)].map(([address]) => address)
  expect(links).toContain(link)
  for (const address of new Set(links)) {
    await visitor.request.head(address)
    await visitor.request.get(address)
  }
  await visitor.goto(link)
  const button = visitor.getByRole('button', { name: 'Unsubscribe' })
  await button.waitFor()
  await page.reload()
  await expect(replies).toHaveValue('at-once')
  await expectUnread(page, 1)
  await button.click()
  await expect(visitor.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible()
  expect(await violationsInBothThemes(visitor)).toEqual([])
  await page.reload()
  await expect(replies).toHaveValue('never')
})

test('a muted member notifies no more', async ({ page, openWindow, signIn }) => {
  await signIn(page)
  const { id } = await boycott(page.request, 'BP')
  const parentId = await comment(page.request, id, { content: 'I have a question.' })
  const muted = await openWindow()
  await signIn(muted)
  const name = await usernameOf(muted.request)
  // Catalog learns of a new member by an event.
  await expect.poll(async () => (await page.request.get(`/api/people/${name}`)).status()).toBe(200)
  await page.goto(personPath(name))
  await page.getByRole('button', { name: `Mute ${name}` }).click()
  await expect(page.getByRole('button', { name: `Muted ${name}` })).toBeVisible()

  await comment(muted.request, id, { content: 'Nobody cares.', parentId })
  const polite = await openWindow()
  await signIn(polite)
  await comment(polite.request, id, { content: 'Ask away.', parentId })
  // The events of the mute and of the comments may arrive in any order.
  await expect.poll(() => excerptsOf(page.request)).toEqual(['Ask away.'])
  await expectUnread(page, 1)
  await bell(page).click()
  await expect(notices(page)).toHaveCount(1)
  await expect(notices(page)).toContainText('Ask away.')

  await page.goto('/settings#muted')
  await page.getByRole('button', { name: `Unmute ${name}` }).click()
  await expect(page.getByRole('region', { name: 'Muted members' })).toContainText('None.')
})

test('the page of a member has their boycotts and comments', async ({ page, signIn, problems }) => {
  problems.expect(/status of 404/)
  await signIn(page)
  const name = await usernameOf(page.request)
  const { id } = await boycott(page.request, 'SeaWorld')
  await comment(page.request, id, { content: `A comment of ${name}.` })
  await page.goto('/')
  await page.getByRole('button', { name: /^member-/ }).click()
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(page).toHaveURL(personPath(name))
  await page.getByRole('link', { name: /^Comments/ }).click()
  await expect(page).toHaveURL(`${personPath(name)}?tab=comments`)
  await expect(page.getByText(`A comment of ${name}.`)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(personPath(name))
  await openMissing(page, '/people/nobody-has-this-name')
  await expect(page.getByRole('heading', { name: 'Member Not Found' })).toBeVisible()
})
