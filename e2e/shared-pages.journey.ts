import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { boycottPath } from '@answerable/contracts/pages'
import { embedPath } from '@answerable/contracts/share'
import { expect } from '@playwright/test'
import { violationsInBothThemes, violationsOn } from './axe.ts'
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

/** A page of another origin with a frame. */
const framing = async (address: string) => {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(
      `<!doctype html><html lang="en"><title>Elsewhere</title><iframe title="Frame" src="${address}"></iframe>`,
    )
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

test('another site can frame the embedded boycott and no other page', async ({
  page,
  baseURL,
  problems,
  signIn,
}) => {
  problems.expect(/frame-ancestors/)
  await signIn(page)
  const name = 'LEGO and Shell co-branding'
  const { id } = await boycott(page.request, name)
  const shown = await framing(`${baseURL}${embedPath(id)}`)
  await page.goto(shown.url)
  const frame = page.frameLocator('iframe')
  await expect(frame.getByRole('heading', { name })).toBeVisible()
  await expect(frame.getByRole('link', { name })).toHaveAttribute('href', /\/boycott\//)
  shown.close()
  for (const path of ['/', boycottPath(id), '/feeds/new.atom', '/api/docs']) {
    const refused = await framing(`${baseURL}${path}`)
    await page.goto(refused.url)
    await expect.poll(() => page.frames().at(1)?.url()).toMatch(/^chrome-error:/)
    refused.close()
  }
})

test('the embedded boycott works without scripts, fits on phones and has no axe violations', async ({
  page,
}) => {
  const { id } = await boycott(page.request, 'LEGO and Shell co-branding')
  await page.setViewportSize({ width: 320, height: 240 })
  await page.goto(embedPath(id))
  await expect(page.locator('script')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Vote and comment on Answerable' })).toBeInViewport()
  const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  expect(await page.evaluate(overflow)).toBe(0)
  expect(await violationsInBothThemes(page)).toEqual([])
})
