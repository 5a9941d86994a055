import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { openMissing, rowOf, rows } from './page-parts.ts'

test('the directory finds a business, whose page has its boycotts', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Businesses' }).click()
  await expect(page).toHaveURL('/businesses')
  await expect(page).toHaveTitle('Businesses · Answerable')
  await page
    .getByRole('navigation', { name: 'Sort' })
    .getByRole('link', { name: 'Boycotts' })
    .click()
  await expect(page).toHaveURL('/businesses?sort=boycotts')
  await page.getByRole('searchbox', { name: 'Find a business' }).fill('nestle')
  await expect(page).toHaveURL('/businesses?query=nestle&sort=boycotts')
  await rows(page).getByRole('link', { name: 'Nestlé', exact: true }).click()
  await expect(page).toHaveURL('/businesses/nestle')
  await expect(page.getByRole('heading', { level: 1, name: 'Nestlé' })).toBeVisible()
  await expect(rowOf(page, 'Nestlé')).toBeVisible()
  await rowOf(page, 'Nestlé').getByRole('link', { name: 'Nestlé', exact: true }).click()
  await expect(page).toHaveURL(/\/boycott\//)
  await page.getByRole('link', { name: 'Business: Nestlé' }).click()
  await expect(page).toHaveURL('/businesses/nestle')
})

test('a member proposes a boycott of a business, and sees similar ones first', async ({
  page,
  signIn,
}) => {
  await signIn(page)
  await page.goto('/businesses/nestle')
  await page.getByRole('link', { name: 'Propose a boycott' }).click()
  await expect(page.getByLabel('Target name')).toHaveValue('Nestlé')
  const similar = page.getByRole('region', { name: 'Is it one of these?' })
  await expect(similar.getByRole('group', { name: 'Vote on Nestlé' })).toBeVisible()
  await similar.getByRole('button', { name: 'Use this one instead of my draft: Nestlé' }).click()
  await similar.getByRole('button', { name: 'Keep writing' }).click()
  await expect(page.getByLabel('Target name')).toHaveValue('Nestlé')
  await similar.getByRole('button', { name: 'Use this one instead of my draft: Nestlé' }).click()
  await similar.getByRole('button', { name: 'Discard and open this boycott' }).click()
  await expect(page).toHaveURL(/\/boycott\//)
  await page.goto('/submit')
  await expect(page.getByLabel('Target name')).toHaveValue('')
})

test('a business that does not exist has a page with status 404', async ({ page, problems }) => {
  problems.expect(/status of 404/)
  await openMissing(page, '/businesses/no-such-business')
  await expect(page.getByRole('heading', { name: 'Business Not Found' })).toBeVisible()
})
