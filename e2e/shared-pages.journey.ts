import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { boycottPath, boycottSheetPath } from '@answerable/contracts/pages'
import { embedPath, picturePath, pictureSize, sitePicturePath } from '@answerable/contracts/share'
import { expect } from '@playwright/test'
import { violationsInBothThemes, violationsOn } from './axe.ts'
import { test } from './fixtures.ts'
import { boycott } from './page-parts.ts'
import { untilPrerendered } from './prerendered.ts'
import { recordStart, started } from './specification/clock.ts'

test('the head of a page describes it without scripts, and after navigation the new page', async ({
  page,
  request,
}) => {
  const { id } = await boycott(page.request, 'LEGO and Shell co-branding')
  await untilPrerendered(request, boycottPath(id))
  const html = await (await request.get(boycottPath(id))).text()
  expect(html).toContain('<meta property="og:title" content="LEGO and Shell co-branding"')
  await recordStart(page)
  await page.goto('/')
  // Before the start, a link opens another document with a head of its own.
  await started(page)
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

/** A page of another origin with a frame or a picture. */
const elsewhere = async (element: string) => {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><html lang="en"><title>Elsewhere</title>${element}`)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

const framing = (address: string) => elsewhere(`<iframe title="Frame" src="${address}"></iframe>`)

test('the head names a picture that other sites can show', async ({ page, request, baseURL }) => {
  const { id } = await boycott(page.request, 'LEGO and Shell co-branding')
  const pictures = [
    [boycottPath(id), picturePath(id)],
    ['/impact', sitePicturePath],
  ] as const
  for (const [path, picture] of pictures) {
    await untilPrerendered(request, path)
    const html = await (await request.get(path)).text()
    const [, address = ''] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? []
    expect(new URL(address).pathname).toBe(picture)
    // A busy machine draws for longer than a request waits.
    await expect.poll(async () => (await request.get(picture)).status()).toBe(200)
    const shown = await elsewhere(`<img alt="Picture" src="${baseURL}${picture}">`)
    await page.goto(shown.url)
    const size =
      'await document.images[0].decode(); [document.images[0].naturalWidth, document.images[0].naturalHeight]'
    expect(await page.evaluate(`(async () => { ${size.replace('; [', '; return [')} })()`)).toEqual(
      [pictureSize.width, pictureSize.height],
    )
    shown.close()
  }
})

test('a visitor prints a sheet of a boycott, black on white and without the parts for screens', async ({
  page,
}) => {
  await page.addInitScript('window.print = () => document.body.setAttribute("data-printed", "")')
  const { id } = await boycott(page.request, 'LEGO and Shell co-branding')
  await page.goto(boycottPath(id))
  await page.getByRole('link', { name: 'Print a sheet' }).click()
  await expect(page).toHaveURL(boycottSheetPath(id))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('LEGO and Shell co-branding')
  await expect(page.getByText(new RegExp(`^https?://.+${boycottPath(id)}$`))).toBeVisible()
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  expect(await page.evaluate(overflow)).toBe(0)
  expect(await violationsInBothThemes(page)).toEqual([])
  const print = page.getByRole('button', { name: 'Print' })
  await print.click()
  await expect(page.locator('body[data-printed]')).toHaveCount(1)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(print).toBeHidden()
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Back to the boycott' })).toBeHidden()
  await expect(page.locator('article')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(page.locator('article')).toHaveCSS('color', 'rgb(28, 26, 23)')
})

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
