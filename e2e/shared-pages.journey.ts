import { boycottPath } from '@answerable/contracts/pages'
import { expect } from '@playwright/test'
import { violationsOn } from './axe.ts'
import { test } from './fixtures.ts'
import { boycott } from './page-parts.ts'

test('the head of a page describes it without scripts, and after navigation the new page', async ({
  page,
  request,
}) => {
  const { id } = await boycott(page.request, 'LEGO and Shell co-branding')
  const html = await (await request.get(boycottPath(id))).text()
  expect(html).toContain('<meta property="og:title" content="LEGO and Shell co-branding"')
  await page.goto('/')
  const canonical = page.locator('link[rel="canonical"]')
  await expect(canonical).toHaveAttribute('href', /\/$/)
  await page.getByRole('link', { name: 'Impact' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Impact' })).toBeVisible()
  await expect(canonical).toHaveAttribute('href', /\/impact$/)
  await expect(page.locator('meta[property="og:title"]')).toHaveCount(0)
})

test('the footer leads to the Atom feed of the page, and the sitemaps to the page', async ({
  page,
  request,
}) => {
  const { id } = await boycott(page.request, 'LEGO and Shell co-branding')
  await page.goto(boycottPath(id))
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Atom feed' })
  await expect(link).toHaveAttribute('href', `/feeds/boycotts/${id}.atom`)
  const feed = await request.get((await link.getAttribute('href')) ?? '')
  expect(feed.headers()['content-type']).toBe('application/atom+xml; charset=utf-8')
  expect(await feed.text()).toContain('comments on LEGO and Shell co-branding')
  expect(await violationsOn(page)).toEqual([])
  const addressesIn = async (path: string) =>
    [
      ...(await (await request.get(path)).text()).matchAll(/<loc>https?:\/\/[^/]+(.*?)<\/loc>/g),
    ].map(([, found = '']) => found)
  const parts = await addressesIn('/sitemap.xml')
  const listed = await Promise.all(parts.map(addressesIn))
  expect(listed.flat()).toContain(boycottPath(id))
})
