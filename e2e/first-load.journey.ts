import { boycottPath, businessPath, countryPath, pages } from '@answerable/contracts/pages'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { boycott, expectToast, rows } from './page-parts.ts'
import { untilPrerendered } from './prerendered.ts'

/** Requests of a page from now on. */
const requested = (page: Page): string[] => {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(new URL(request.url()).pathname))
  return addresses
}

/** Silences the live connection: other journeys' changes would cause requests. */
const blockUpdates = (page: Page) => page.routeWebSocket('**', () => {})

test('a member’s page requests its data before the application loads, and only once', async ({
  page,
  request,
  signIn,
}) => {
  await signIn(page)
  await blockUpdates(page)
  const { id } = await boycott(request, 'Nike')
  for (const [path, data] of [
    [pages.home, '/api/boycotts'],
    [boycottPath(id), `/api/boycotts/${id}`],
  ] as const) {
    const addresses = requested(page)
    await page.goto(path)
    await page.getByRole('main').getByRole('heading', { name: 'Nike' }).waitFor()
    expect(addresses.filter((address) => address === data)).toHaveLength(1)
    expect(await page.locator('link[rel="preload"][as="fetch"]').count()).toBe(1)
  }
})

test('a visitor’s page contains its data and requests nothing', async ({ page, request }) => {
  await blockUpdates(page)
  // A page that takes seconds to start would refetch data it may have missed.
  await page.clock.setFixedTime(Date.now())
  const { id } = await boycott(request, 'Nike')
  for (const path of [pages.home, boycottPath(id)]) {
    await untilPrerendered(request, path)
    const addresses = requested(page)
    await page.goto(path)
    await page.getByRole('main').getByRole('heading', { name: 'Nike' }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(addresses.filter((address) => address.startsWith('/api/'))).toEqual([])
  }
})

/** Loaded a few seconds after the page, for errors that may come. */
const loadedLater = /\/open-overlay-/

test('prerendered pages link all styles they need, and the feed one file', async ({
  page,
  request,
}) => {
  await blockUpdates(page)
  const { id, business } = await boycott(request, 'Nike')
  const paths = [
    pages.home,
    boycottPath(id),
    businessPath(business.slug),
    countryPath('US'),
    pages.businesses,
    pages.impact,
    pages.places,
    pages.search,
    pages.submit,
    pages.transparency,
  ]
  for (const path of paths) {
    await untilPrerendered(request, path)
    const html = await (await request.get(path)).text()
    const linked = [...html.matchAll(/<link rel="stylesheet" crossorigin href="([^"]+)"/g)]
    const addresses = requested(page)
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    const styles = addresses.filter(
      (address) => address.endsWith('.css') && !loadedLater.test(address),
    )
    expect(styles, path).toEqual(linked.map(([, file]) => file))
    expect(styles, path).toHaveLength(path === pages.home ? 1 : 2)
  }
})

test('a page that is not prerendered loads the same two style files', async ({ page }) => {
  await blockUpdates(page)
  const addresses = requested(page)
  await page.goto(pages.moderationLog)
  await page.waitForLoadState('networkidle')
  const styles = addresses.filter(
    (address) => address.endsWith('.css') && !loadedLater.test(address),
  )
  expect(styles).toHaveLength(2)
})

/** The document, the files that load later and the headers of all responses add 21.5 kB. */
const maxFileBytes = 128_500

test('the scripts, styles and fonts of the feed have at most 128.5 kB', async ({ request }) => {
  await untilPrerendered(request, pages.home)
  const html = await (await request.get(pages.home)).text()
  const [scripts = ''] = /(?<=data-scripts=")[^"]+/.exec(html) ?? []
  const linked = html.match(/(?<=(?:src|href)=")\/assets\/[^"]+/g) ?? []
  const files = new Set([...scripts.split(' '), ...linked])
  const sizes = await Promise.all(
    [...files].map(async (file) => {
      const response = await request.get(file, { headers: { 'accept-encoding': 'br' } })
      return [file, Number(response.headers()['content-length'])] as const
    }),
  )
  const sum = sizes.reduce((total, [, bytes]) => total + bytes, 0)
  expect(sizes.length).toBeGreaterThanOrEqual(6)
  expect(sum, JSON.stringify(sizes)).toBeLessThanOrEqual(maxFileBytes)
})

test('the site can be read without scripts', async ({ browser, baseURL, request }) => {
  const { id } = await boycott(request, 'Nike')
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const page = await context.newPage()
  for (const path of [pages.home, boycottPath(id)]) await untilPrerendered(request, path)
  await page.goto(pages.home)
  await page.getByRole('main').getByRole('link', { name: 'Nike', exact: true }).click()
  await expect(page).toHaveURL(boycottPath(id))
  await expect(page.getByRole('heading', { level: 1, name: 'Nike' })).toBeVisible()
  await expect(page).toHaveTitle('Nike · Answerable')
  await context.close()
})

test('a press before the application has loaded takes effect when it has', async ({
  page,
  request,
}) => {
  const release = await holdApplication(page, request)
  await page.goto(pages.home, { waitUntil: 'commit' })
  const dialog = page.getByRole('dialog')
  await page
    .getByRole('banner')
    .getByRole('button', { name: 'Menu' })
    .or(logIn(page))
    .first()
    .click()
  await expect(dialog).toHaveCount(0)
  release()
  await expect(dialog).toBeVisible()
})

test('an error before the application has loaded is shown when it has', async ({
  page,
  request,
  problems,
}) => {
  problems.expect(/page error/)
  const release = await holdApplication(page, request)
  await page.goto(pages.home, { waitUntil: 'commit' })
  await rows(page).first().waitFor()
  await page.evaluate(`setTimeout(() => { throw new TypeError('Nobody knows why') })`)
  await page.evaluate(`void Promise.reject(new TypeError('Nor this'))`)
  release()
  await expect(page.getByRole('dialog', { name: 'Smart Error Recovery' })).toBeVisible()
})

test('an early vote or scroll shows a busy state, takes effect and keeps the scroll position', async ({
  page,
  request,
}) => {
  // A row that another journey removes would move the others.
  await blockUpdates(page)
  await page.clock.setFixedTime(Date.now())
  await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', {
    rate: 6,
  })
  const release = await holdApplication(page, request)
  await page.goto(pages.home, { waitUntil: 'commit' })
  const row = rows(page).nth(20)
  const arrow = row.getByRole('button', { name: 'Upvote' })
  await arrow.click()
  await expect(arrow).toHaveAttribute('aria-busy', 'true')
  await row.getByText('by').first().click()
  const position = await scrollOf(page)
  expect(position).toBeGreaterThan(0)
  release()
  await expectToast(page, 'Login required')
  await expect(arrow).not.toHaveAttribute('aria-busy')
  expect(await scrollOf(page)).toBe(position)
})

test('a theme chosen before the application has loaded stays', async ({ page, request }) => {
  const release = await holdApplication(page, request)
  await page.goto(pages.home, { waitUntil: 'commit' })
  await page.getByRole('contentinfo').getByRole('combobox').selectOption('dark')
  release()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('contentinfo').getByRole('combobox')).toHaveValue('dark')
})

test('a new page starts at the top', async ({ page }) => {
  await page.goto(pages.home)
  await rows(page).nth(20).scrollIntoViewIfNeeded()
  await page.goto(pages.privacy)
  await page.waitForLoadState('networkidle')
  expect(await scrollOf(page)).toBe(0)
})

test('the theme changes once when its button is pressed before the application has loaded', async ({
  page,
  request,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  const release = await holdApplication(page, request)
  await page.addInitScript(recordThemes)
  await page.goto(pages.home, { waitUntil: 'commit' })
  await toggle(page, 'dark').click()
  expect(await themesOf(page)).toEqual([])
  release()
  await expectOneTurn(page)
})

test('the theme changes once when its button is pressed while the application starts', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.addInitScript(recordThemes)
  await page.addInitScript(pressWhileStarting)
  await page.goto(pages.home)
  await expectOneTurn(page)
})

const expectOneTurn = async (page: Page) => {
  await expect(toggle(page, 'light')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await themesOf(page)).toEqual(['dark'])
}

/** Delays the application's scripts until the returned function is called, on a page that is prerendered. */
const holdApplication = async (page: Page, request: APIRequestContext): Promise<() => void> => {
  await untilPrerendered(request, pages.home)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/index-*.js', async (route) => {
    await released
    await route.continue()
  })
  return release
}

const scrollOf = (page: Page) => page.locator('html').evaluate((html) => html.scrollTop)

const logIn = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Log in' })

const toggle = (page: Page, theme: 'light' | 'dark') =>
  page.getByRole('banner').getByRole('button', { name: `Switch to ${theme} theme` })

/** Records the page's themes in order. */
const recordThemes = `
  window.themes = []
  new MutationObserver(() => {
    const { theme } = document.documentElement?.dataset ?? {}
    if (theme !== undefined && theme !== window.themes.at(-1)) window.themes.push(theme)
  }).observe(document, { subtree: true, childList: true, attributeFilter: ['data-theme'] })
`

const themesOf = (page: Page) => page.evaluate('window.themes')

/** React gets the page right after this event, in the same task, and hydrates it in later tasks. */
const pressWhileStarting = `
  addEventListener('answerable:starting', () =>
    queueMicrotask(() => document.querySelector('header [aria-label^="Switch to"]').click()),
  )
`

test('the scripts of a landing page are requested together with the initial ones', async ({
  page,
  request,
}) => {
  const release = await holdApplication(page, request)
  await page.goto(pages.about)
  const ahead = page.locator('link[rel="modulepreload"][href*="/about-page-"]')
  // They are requested after the first paint; the application would request them later still.
  await expect(ahead).not.toHaveCount(0)
  release()
})
