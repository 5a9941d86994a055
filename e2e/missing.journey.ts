import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { openMissing, rows } from './page-parts.ts'

test('a missing submission returns 404 with a message', async ({ page, problems }) => {
  problems.expect(/status of 404/)
  await openMissing(page, '/boycott/zzzzzzzz')
  await expect(
    page.getByRole('heading', { name: 'Submission Not Found', exact: true }),
  ).toBeVisible()
  await expect(
    page.getByText("The submission you're looking for doesn't exist or has been removed."),
  ).toBeVisible()
})

test('an unknown address returns 404 with a link home', async ({ page, problems }) => {
  problems.expect(/status of 404/)
  const response = await page.goto('/no/such/page')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('main')).toContainText('404')
  await page.getByRole('main').getByRole('link').click()
  await expect(page).toHaveURL('/')
  await expect(rows(page).first()).toBeVisible()
})
