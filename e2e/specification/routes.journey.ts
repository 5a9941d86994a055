import { expect } from '@playwright/test'
import { holds, seesOf } from './claims.ts'
import { test } from './test.ts'

const sees = seesOf('routes')

test('every route that a visitor can open shows its specified texts', async ({
  page,
  problems,
}) => {
  problems.expect(/status of 404/)
  const main = page.getByRole('main')
  await page.goto('/')
  await sees(main, 'Promoting ethical consumption and consumer advocacy')
  await sees(page.getByRole('contentinfo'), 'Community-driven business accountability platform')

  await page.goto('/submit')
  await sees(main, 'Login Required')
  await sees(main, 'You must be logged in to submit a boycott.')
  await sees(main, 'Back to Home')
  await main.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL('/')

  await page.goto('/boycott/zzzzzzzz')
  await sees(main, 'Submission Not Found')
  await sees(main, "The submission you're looking for doesn't exist or has been removed.")

  expect((await page.goto('/anything/else'))?.status()).toBe(404)
  await sees(main, '404')
})

test('/admin is denied to visitors and members, without requests for its data', async ({
  page,
  signIn,
}) => {
  const requested: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/admin/')) requested.push(request.url())
  })
  const main = page.getByRole('main')
  await page.goto('/admin')
  await sees(main, 'Access Denied')
  await sees(main, "You don't have permission to access the admin panel.")
  await signIn(page)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
  await sees(main, 'Access Denied')
  expect(requested).toEqual([])
})

test('/about, /how-it-works and /guidelines say what the site is and does', async ({ page }) => {
  const main = page.getByRole('main')
  await page.goto('/about')
  for (const title of [
    'Mission',
    'How it works',
    'Standards',
    'Independence',
    'Contact',
  ] as const) {
    await sees(main, title)
  }
  await sees(main, 'Community-driven business accountability platform')
  for (const fact of [
    /upvotes minus its downvotes/,
    /Flags trigger administrator review/,
    /free and ad-free/,
    /donations are accepted/i,
    /independent and non-partisan/,
  ]) {
    await expect(main.getByText(fact).first()).toBeVisible()
  }
  await expect(main.getByText(/You must be 13 or older/).first()).toBeVisible()

  await page.goto('/how-it-works')
  await sees(main, 'Three steps')
  await expect(main.locator('ol.steps > li')).toHaveCount(3)
  for (const title of ['Key features', 'Voting', 'Do', 'Avoid'] as const) await sees(main, title)
  await expect(main.getByText('Score equals upvotes minus downvotes.')).toBeVisible()
  await expect(main.getByRole('link', { name: 'Submit a boycott' })).toHaveAttribute(
    'href',
    '/submit',
  )
  await expect(main.getByRole('link', { name: 'Browse boycotts' })).toHaveAttribute('href', '/')

  await page.goto('/guidelines')
  await sees(main, 'Community guidelines')
})

test('minimum age 13, last update January 2025, and the roadmap from Q1 to Q4 2026', async ({
  page,
}) => {
  const main = page.getByRole('main')
  for (const [path, title] of [
    ['/privacy', 'Privacy policy'],
    ['/terms', 'Terms of service'],
  ] as const) {
    await page.goto(path)
    await sees(main, title)
    await sees(main, 'Last updated January 2025')
    await expect(main.getByText(/13 or older/).first()).toBeVisible()
  }
  holds('minimum age: 13')

  await page.goto('/roadmap')
  const quarters = ['Q1 2026', 'Q2 2026', 'Q3 2026', 'Q4 2026'] as const
  for (const quarter of quarters) await sees(main, quarter)
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([...quarters])
  holds('roadmap: Q1 to Q4 2026')
  await sees(main, 'Business directory')
  await sees(main, 'Enhanced search')
  await sees(main, 'Location integration')
  await sees(main, 'Community features')
  await sees(main, 'Impact measurement')
})
