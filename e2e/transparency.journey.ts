import { readFile } from 'node:fs/promises'
import { pages } from '@answerable/contracts/pages'
import type { TransparencyMonth } from '@answerable/contracts/transparency'
import { type APIRequestContext, expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { untilPrerendered } from './prerendered.ts'

/** How many decisions of this kind and reason the figures have. */
const countOf = async (request: APIRequestContext, kind: string, reason: string) => {
  const months = (await (await request.get('/api/transparency')).json()) as TransparencyMonth[]
  return months
    .flatMap(({ decisions }) => decisions)
    .filter((one) => one.kind === kind && one.reasonCode === reason)
    .reduce((sum, { count }) => sum + count, 0)
}

test('a visitor finds a decision of today in the figures of the month, and downloads them', async ({
  page,
  openWindow,
  signIn,
  becomeAdmin,
}) => {
  const author = await openWindow()
  await signIn(author)
  const data = { targetName: 'Figures Ltd.', location: 'Bern', reasons: 'A test of figures.' }
  const { id } = await (await author.request.post('/api/boycotts', { data })).json()
  const admin = await openWindow()
  await becomeAdmin(admin)
  const before = await countOf(page.request, 'remove', 'private-person')
  const path = `/api/admin/submissions/${id}/remove`
  const removed = await admin.request.post(path, { data: { reasonCode: 'private-person' } })
  expect(removed.ok()).toBe(true)
  await expect.poll(() => countOf(page.request, 'remove', 'private-person')).toBeGreaterThan(before)

  await page.goto('/')
  await page
    .getByRole('navigation', { name: 'Footer' })
    .getByRole('link', { name: 'Transparency' })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Transparency' })).toBeVisible()
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/transparency$/)
  const main = page.getByRole('main')
  const row = main.getByRole('row', { name: /^Removed Targets a private person \d+$/ })
  await expect(row).toBeVisible()
  const download = page.waitForEvent('download')
  await main.getByRole('button', { name: 'Download as CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('transparency-by-month.csv')
  expect(await readFile(await file.path(), 'utf8')).toMatch(
    /^\d{4}-\d{2},decisions,remove,private-person,\d+\r$/m,
  )
  const month = await main.getByRole('combobox', { name: 'Month' }).inputValue()
  await page.goto(`${pages.transparency}?month=${month}`)
  await expect(row).toBeVisible()
})

test('a visitor without JavaScript gets the figures with the page', async ({ page }) => {
  await untilPrerendered(page.request, pages.transparency)
  const html = await (await page.request.get(pages.transparency)).text()
  expect(html).toContain('How the site is moderated')
  const sitemap = await (await page.request.get('/sitemaps/pages.xml')).text()
  expect(sitemap).toContain(`${pages.transparency}</loc>`)
})
