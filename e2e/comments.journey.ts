import { commentsPageSize } from '@answerable/contracts/comments'
import { boycottPath } from '@answerable/contracts/pages'
import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { addedComments, discussedTarget } from './long-discussion.ts'
import { boycott, expectToast, rowOf } from './page-parts.ts'

test('a comment appears at once, and its count updates in another window without reloading', async ({
  page,
  openWindow,
  signIn,
}) => {
  await signIn(page)
  const { id, commentCount } = await boycott(page.request, 'Coors Brewing Company')
  const watching = await openWindow()
  await watching.goto('/?sort=top')
  const row = rowOf(watching, 'Coors Brewing Company')
  await expect(row.getByRole('link', { name: `${commentCount} comments` })).toBeVisible()
  await page.goto(boycottPath(id))
  const post = page.getByRole('button', { name: 'Post comment' })
  const box = page.getByLabel('Add a comment')
  await expect(post).toBeDisabled()
  await box.fill('   ')
  await expect(post).toBeDisabled()
  await box.fill('Ten years.\n<b>Worth reading</b> & remembering.')
  const response = Promise.withResolvers<void>()
  await page.route('**/comments', async (route) => {
    if (route.request().method() === 'POST') await response.promise
    await route.continue()
  })
  await post.click()
  await expect(page.getByRole('button', { name: 'Posting...' })).toBeDisabled()
  response.resolve()
  await expect(row.getByRole('link', { name: `${commentCount + 1} comments` })).toBeVisible()
  await expectToast(page, 'Comment posted successfully')
  const comments = page.getByRole('region', { name: /^Comments/ }).getByRole('listitem')
  await expect(comments).toHaveCount(commentCount + 1)
  await expect(comments.first()).toContainText('<b>Worth reading</b> & remembering.')
  await expect(box).toHaveValue('')
})

test('other readers of the page see the comment without reloading', async ({
  page,
  openWindow,
  signIn,
}) => {
  await signIn(page)
  const { id, commentCount } = await boycott(page.request, 'Farah Manufacturing Company')
  const watching = await openWindow()
  await watching.goto(boycottPath(id))
  const comments = watching.getByRole('region', { name: /^Comments/ }).getByRole('listitem')
  await expect(comments).toHaveCount(commentCount)
  await page.goto(boycottPath(id))
  await page.getByLabel('Add a comment').fill('The union held.')
  await page.getByRole('button', { name: 'Post comment' }).click()
  await expect(comments.filter({ hasText: 'The union held.' })).toBeVisible()
  await expect(comments).toHaveCount(commentCount + 1)
})

test('a long discussion has pages; a new comment is first, and no other is lost', async ({
  page,
  openWindow,
  signIn,
}) => {
  const { id, commentCount } = await boycott(page.request, discussedTarget)
  const watching = await openWindow()
  await watching.goto(boycottPath(id))
  const commentsOn = (window: Page) =>
    window.getByRole('region', { name: /^Comments/ }).getByRole('listitem')
  await expect(commentsOn(watching)).toHaveCount(commentsPageSize)
  await signIn(page)
  await page.goto(boycottPath(id))
  await page.getByLabel('Add a comment').fill('Prices have come down since.')
  await page.getByRole('button', { name: 'Post comment' }).click()
  await expectToast(page, 'Comment posted successfully')
  for (const window of [page, watching]) {
    await expect(commentsOn(window).first()).toContainText('Prices have come down since.')
    await window.getByRole('button', { name: 'Show more comments' }).click()
    await expect(commentsOn(window)).toHaveCount(commentCount + 1)
    await expect(commentsOn(window).last()).toContainText(`Remark ${addedComments}.`)
    await expect(window.getByRole('button', { name: 'Show more comments' })).toBeHidden()
  }
})

test('a visitor is asked to sign in', async ({ page }) => {
  await page.goto(boycottPath((await boycott(page.request, 'Nike')).id))
  await expect(page.getByText('Please sign in to post a comment.')).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
})
