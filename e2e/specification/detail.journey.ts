import { expect } from '@playwright/test'
import { boycott } from '../page-parts.ts'
import { withoutPrerendering } from '../visitors.ts'
import { notifiesOf, seesOf } from './claims.ts'
import { outage, wordlessFailure } from './outage.ts'
import { test } from './test.ts'

const sees = seesOf('detail')
const notifies = notifiesOf('detail')

test('the detail has vote control, flag, reasons, media after Load Content, and comments', async ({
  page,
}) => {
  await page.route(/^https:/, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Player</title>' }),
  )
  const target = 'United Airlines baggage handling'
  const { id } = await boycott(page.request, target)
  await page.goto(`/boycott/${id}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('group', { name: `Vote on ${target}` })).toBeVisible()
  await expect(main.getByRole('button', { name: `Flag ${target}` })).toBeVisible()
  await expect(main.getByRole('region', { name: 'Reasons' })).toBeVisible()
  await expect(main.getByRole('region', { name: /^Comments/ })).toBeVisible()
  await sees(main, 'Load Content')
  await expect(page.locator('iframe')).toHaveCount(0)
  await main.getByRole('button', { name: 'Load Content' }).click()
  await expect(page.locator('iframe')).toBeVisible()
  await sees(main, 'Please sign in to post a comment.')

  const without = await boycott(page.request, 'South African goods')
  await page.goto(`/boycott/${without.id}`)
  const sources = main.getByRole('region', { name: 'Sources' })
  await expect(sources.getByRole('link').first()).toBeVisible()
  await expect(main.getByRole('button', { name: 'Load Content' })).toHaveCount(0)
})

test('a comment: Posting... while it is pending, a notification when it fails and when it is posted', async ({
  page,
  signIn,
  problems,
}) => {
  problems.expect(/status of 502/)
  await signIn(page)
  const { id } = await boycott(page.request, 'British cloth')
  await page.goto(`/boycott/${id}`)
  const post = page.getByRole('button', { name: 'Post comment' })
  await expect(post).toBeDisabled()
  await page.getByLabel('Add a comment').fill('  ')
  await expect(post).toBeDisabled()
  await page.getByLabel('Add a comment').fill('Spun at home instead.')
  const comments = (url: URL) => url.pathname === `/api/boycotts/${id}/comments`
  await page.route(comments, wordlessFailure)
  await post.click()
  await notifies(page, 'Failed to post comment')
  await page.unroute(comments)
  const response = Promise.withResolvers<void>()
  await page.route(comments, async (route) => {
    await response.promise
    await route.continue()
  })
  await post.click()
  await sees(page, 'Posting...')
  response.resolve()
  await notifies(page, 'Comment posted successfully')
  await expect(page.getByText('Spun at home instead.')).toBeVisible()
})

test('a failed fetch of a submission or its comments shows the status text', async ({
  page,
  problems,
}) => {
  problems.expect(/status of 50[23]/)
  const { id } = await boycott(page.request, 'British cloth')
  await page.route(`**/api/boycotts/${id}/comments`, outage)
  await page.goto(withoutPrerendering(`/boycott/${id}`))
  await sees(page, 'Failed to fetch comments: {status text}', {
    '{status text}': 'Service Unavailable',
  })
  await page.route(`**/api/boycotts/${id}`, wordlessFailure)
  await page.reload()
  await sees(page, 'Failed to fetch boycott: {status text}', { '{status text}': 'Bad Gateway' })
})
