import { boycottPath } from '@answerable/contracts/pages'
import { expect, type Locator, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { boycott, expectToast } from './page-parts.ts'

const target = 'Bristol Omnibus Company'

const comments = (page: Page): Locator =>
  page.getByRole('region', { name: /^Comments/ }).getByRole('article')

const commentWith = (page: Page, text: string): Locator => comments(page).filter({ hasText: text })

const write = async (page: Page, { label, text }: { label: string | RegExp; text: string }) => {
  const box = page.getByLabel(label)
  await box.fill(text)
  await box.press('Control+Enter')
}

test('two members discuss: reply, mark, edit and delete appear on the other page at once', async ({
  page,
  openWindow,
  signIn,
}) => {
  const { id } = await boycott(page.request, target)
  const other = await openWindow()
  for (const window of [page, other]) {
    await signIn(window)
    await window.goto(boycottPath(id))
  }
  await write(page, {
    label: 'Add a comment',
    text: '**Four months** of walking, see https://example.org/bristol.',
  })
  await expectToast(page, 'Comment posted successfully')
  const first = commentWith(other, 'Four months of walking')
  await expect(first.locator('strong')).toHaveText('Four months')
  await expect(first.getByRole('link', { name: 'https://example.org/bristol' })).toHaveAttribute(
    'rel',
    'noopener noreferrer nofollow ugc',
  )

  await first.getByRole('button', { name: /^Helpful/ }).click()
  await expect(first.getByRole('button', { name: /^Helpful/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await first.getByRole('button', { name: 'Reply' }).click()
  await write(other, { label: /^Reply to /, text: 'And the crews changed their minds.' })
  const reply = commentWith(page, 'the crews changed')
  await expect(reply).toBeVisible()

  const own = commentWith(other, 'the crews changed')
  await own.getByRole('button', { name: 'Edit' }).click()
  await other.getByLabel('Edit your comment').fill('And the *company* changed its mind.')
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(commentWith(page, 'the company changed').locator('em')).toHaveText('company')

  const answered = commentWith(page, 'Four months of walking')
  await answered.getByRole('button', { name: 'Delete' }).click()
  await answered.getByRole('button', { name: 'Delete comment' }).click()
  await expectToast(page, 'Comment deleted')
  await expect(first).toHaveCount(0)
  await expect(other.getByText('The author has deleted this comment.')).toBeVisible()
  await expect(commentWith(other, 'the company changed')).toBeVisible()
})

test('a reply needs no mouse, and an unfinished one survives a reload', async ({
  page,
  signIn,
}) => {
  await signIn(page)
  const { id } = await boycott(page.request, 'Taco Bell')
  await page.goto(boycottPath(id))
  const reply = comments(page).first().getByRole('button', { name: 'Reply' })
  await reply.focus()
  await page.keyboard.press('Enter')
  const box = page.getByLabel(/^Reply to /)
  await expect(box).toBeFocused()
  await page.keyboard.type('Four years, and a penny a pound.')
  await page.reload()
  await reply.focus()
  await page.keyboard.press('Enter')
  await expect(box).toHaveValue('Four years, and a penny a pound.')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Comment posted successfully')
  await expect(box).toHaveCount(0)
  await expect(reply).toBeFocused()
})

test('a link leads to a comment, in a prerendered page too', async ({ page }) => {
  const { id } = await boycott(page.request, 'Montgomery City Lines')
  await page.goto(boycottPath(id))
  const reply = commentWith(page, 'On paper, and from the pulpits')
  await reply.getByRole('link', { name: /^Link to this comment/ }).click()
  await expect(page).toHaveURL(/#comment-[0-9a-f-]{36}$/)
  await page.reload()
  await expect(reply).toBeFocused()
  await expect(reply).toBeInViewport()
})

test('the order of the comments is part of the address', async ({ page }) => {
  // Nobody comments on this one during the journeys.
  const { id } = await boycott(page.request, 'Royal Dutch Shell')
  await page.goto(boycottPath(id))
  await expect(comments(page).first()).toContainText('Both sides published numbers')
  await page.getByLabel('Sort comments by').selectOption('Oldest')
  await expect(page).toHaveURL(/\?sort=oldest$/)
  await expect(comments(page).first()).toContainText('Greenpeace corrected its own figures')
  await page.reload()
  await expect(page.getByLabel('Sort comments by')).toHaveValue('oldest')
  await expect(comments(page).first()).toContainText('Greenpeace corrected its own figures')
})

test('an author edits a boycott that has votes, and everyone compares the versions', async ({
  page,
  openWindow,
  signIn,
}) => {
  await signIn(page)
  const targetName = `Riverside Ferries ${crypto.randomUUID().slice(0, 8)}`
  const created = await page.request.post('/api/boycotts', {
    data: { targetName, location: 'Worldwide', reasons: 'Fares rose twice.' },
  })
  const { id } = (await created.json()) as { id: string }
  const other = await openWindow()
  await signIn(other)
  await other.request.post(`/api/boycotts/${id}/vote`, { data: { value: 1 } })
  await other.goto(boycottPath(id))

  await page.goto(boycottPath(id))
  await page.getByRole('button', { name: `Edit ${targetName}` }).click()
  await page.getByLabel('Reasons').fill('Fares rose **three** times.')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expectToast(page, 'Changes saved')
  await expect(page.locator('strong', { hasText: 'three' })).toBeVisible()
  await other.reload()
  await other.getByRole('link', { name: /^Edited/ }).click()
  await expect(other.getByRole('insertion')).toContainText('three')
  await expect(other.getByRole('deletion')).toContainText('twice')
})
