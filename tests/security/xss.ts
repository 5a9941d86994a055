import { boycottPath } from '@answerable/contracts/pages'
import { lines } from '@answerable/contracts/text'
import { expect, type Locator, type Page } from '@playwright/test'
import { openActors } from '../fuzz/actors.ts'
import type { ThrowawaySite } from '../tools/throwaway-site.ts'
import { decisionsOfOne, type Garden, type Plant, plantAll } from './planted.ts'
import {
  isPlayer,
  openWatchedBrowser,
  patience,
  strangersIn,
  type WatchedBrowser,
} from './watched-browser.ts'

export type XssReport = {
  /** Number of payloads seen as text, by kind of screen. */
  shown: Record<string, number>
  /** Dialogs, policy violations, requests and navigations to other origins, injected elements. */
  incidents: readonly string[]
}

const maxPages = 60

/** Writes the payloads into every field, and opens every screen that shows them in a real browser. */
export const tryPayloads = async (
  site: ThrowawaySite,
  payloads: readonly string[],
): Promise<XssReport> => {
  const admins = 2 + Math.ceil(payloads.length / decisionsOfOne)
  const actors = await openActors(site.ownerUrl, { member: payloads.length, admin: admins })
  const browser = await openWatchedBrowser(new URL(site.url).origin)
  try {
    const garden = await plantAll(site, actors, payloads)
    const tour: Tour = { site, garden, browser, shown: {}, strangers: [] }
    const visitor = await browser.open(actors.pick('visitor', 0))
    const admin = await browser.open(actors.pick('admin', 0))
    await Promise.all([readAsVisitor(tour, visitor), readAsAdministrator(tour, admin)])
    await garden.removeAll()
    await readWhatWasDecided(tour, admin)
    await readOwnDecisions(tour)
    return { shown: tour.shown, incidents: [...browser.incidents, ...tour.strangers] }
  } finally {
    await browser.close()
    await actors.close()
  }
}

type Tour = {
  site: ThrowawaySite
  garden: Garden
  browser: WatchedBrowser
  shown: Record<string, number>
  strangers: string[]
}

const readAsVisitor = async (tour: Tour, page: Page): Promise<void> => {
  const { site, garden } = tour
  await readPages(tour, page, { screen: 'feed', address: (at) => `/?sort=new&page=${at}` })
  await page.goto(site.url + boycottPath(garden.wallId))
  await look(tour, page, 'comments', garden.plants)
  for (const plant of garden.plants) {
    await goWithin(page, boycottPath(plant.id))
    await look(tour, page, 'submission', [plant])
    await loadPlayer(tour, page)
  }
  for (const { payload } of garden.plants) {
    const text = encodeURIComponent(payload)
    for (const address of [`/?sort=${text}`, `/${text}`, `${boycottPath(text)}`, `/#${text}`]) {
      await goWithin(page, address)
      tour.strangers.push(...(await strangersIn(page)))
    }
  }
  for (const path of [
    '/api/boycotts?limit=50&sort=new',
    `/api/boycotts/${garden.wallId}/comments`,
  ]) {
    await page.goto(site.url + path)
    tour.strangers.push(...(await strangersIn(page)))
  }
}

const readAsAdministrator = async (tour: Tour, page: Page): Promise<void> => {
  const { garden } = tour
  await readPages(tour, page, { screen: 'queue', address: (at) => `/admin?page=${at}` })
  await readPages(tour, page, {
    screen: 'all submissions',
    address: (at) => `/admin?tab=submissions&page=${at}`,
  })
  await readPages(tour, page, {
    screen: 'accounts',
    address: (at) => `/admin?tab=users&page=${at}`,
  })
  await readPages(tour, page, { screen: 'errors', address: (at) => `/admin/errors?page=${at}` })
  for (const { payload } of garden.plants) {
    await goWithin(page, `/admin?tab=submissions&search=${encodeURIComponent(payload)}`)
    tour.strangers.push(...(await strangersIn(page)))
  }
}

const readWhatWasDecided = async (tour: Tour, page: Page): Promise<void> => {
  await readPages(tour, page, { screen: 'appeals', address: (at) => `/admin?page=${at}` })
  await page.goto(`${tour.site.url}/moderation-log`)
  await page.getByRole('row').nth(1).waitFor()
  tour.strangers.push(...(await strangersIn(page)))
}

const readers = 5

/** The part of a removed submission that only its author sees: the note, and the appeal. */
const readOwnDecisions = async (tour: Tour): Promise<void> => {
  const { browser, site, garden } = tour
  for (const plant of garden.plants.slice(0, readers)) {
    const page = await browser.open(plant.author)
    await page.goto(site.url + boycottPath(plant.id))
    await look(tour, page, 'own decision', [plant])
    await page.context().close()
  }
}

/** Reads all pages of a list. */
const readPages = async (
  tour: Tour,
  page: Page,
  { screen, address }: { screen: string; address: (at: number) => string },
): Promise<void> => {
  const texts: string[] = []
  await page.goto(tour.site.url + address(1))
  for (let at = 1; at <= maxPages; at += 1) {
    if (at > 1) await goWithin(page, address(at))
    await settled(page)
    await repeatFailed(page)
    await openAll(page)
    texts.push(await textOf(page))
    tour.strangers.push(...(await strangersIn(page)))
    if (!(await hasNext(page))) break
  }
  note(tour, screen, tour.garden.plants, texts.join(''))
}

/** Waits until the page is rendered and nothing on it is loading. */
const settled = async (page: Page): Promise<void> => {
  await page.locator('main :not(:empty)').first().waitFor()
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0, patience)
}

/** Repeats failed requests: on a slow machine a service may not respond in time. */
const repeatFailed = async (page: Page): Promise<void> => {
  await expect(async () => {
    await pressAll(tryAgain(page))
    await settled(page)
    await expect(tryAgain(page)).toHaveCount(0)
  }).toPass(patience)
}

const tryAgain = (page: Page): Locator =>
  page.getByRole('main').getByRole('button', { name: 'Try again', exact: true })

const pressAll = async (buttons: Locator): Promise<void> => {
  for (const button of await buttons.all()) await button.click({ timeout: 1_000 }).catch(() => {})
}

const hasNext = async (page: Page): Promise<boolean> => {
  const next = page.getByRole('main').getByRole('button', { name: 'Next', exact: true })
  return (await next.count()) > 0 && (await next.isEnabled())
}

const look = async (tour: Tour, page: Page, screen: string, plants: readonly Plant[]) => {
  const [first] = plants
  if (first === undefined) return
  const wanted = visible(first.payload)
  await textWith(page, wanted)
  await openAll(page)
  // The first text may be that of the previous screen, which may have closed only now.
  note(tour, screen, plants, await textWith(page, wanted))
  tour.strangers.push(...(await strangersIn(page)))
}

const note = (tour: Tour, screen: string, plants: readonly Plant[], text: string): void => {
  const seen = plants.filter(({ payload }) => text.includes(visible(payload).slice(0, 90)))
  tour.shown[screen] = (tour.shown[screen] ?? 0) + seen.length
}

const anyText = lines({ min: 0, max: 100_000 })

/** The text as the site stores it, without white space, which screens may collapse. */
const visible = (payload: string): string => anyText.parse(payload).replace(/\s+/g, '')

const textOf = (page: Page): Promise<string> =>
  page.locator('main').evaluate((main) => (main.textContent ?? '').replace(/\s+/g, ''))

/** The text of the screen, as soon as it contains `wanted`. */
const textWith = async (page: Page, wanted: string): Promise<string> => {
  let text = ''
  const read = async () => {
    await pressAll(tryAgain(page))
    text = await textOf(page)
    return text
  }
  await expect.poll(read, patience).toContain(wanted)
  return text
}

/** Opens collapsed content, so that it is read too. */
const openAll = (page: Page): Promise<void> =>
  page.locator('main').evaluate((main) => {
    for (const details of main.querySelectorAll('details')) details.open = true
    for (const button of main.querySelectorAll('button')) {
      if (/^Show (all|the newest)/.test(button.textContent ?? '')) button.click()
    }
  })

/** Navigates without reloading the application. */
const goWithin = async (page: Page, address: string): Promise<void> => {
  await page.evaluate(`
    history.pushState(null, '', ${JSON.stringify(address)})
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
    new Promise((done) => requestAnimationFrame(() => done()))
  `)
}

/** Every offered player must be one of the three, in its sandbox. */
const loadPlayer = async (tour: Tour, page: Page): Promise<void> => {
  const load = page.getByRole('button', { name: 'Load Content', exact: true })
  if ((await load.count()) === 0) return
  await load.click()
  const frame = page.locator('iframe')
  const source = (await frame.getAttribute('src')) ?? ''
  const sandbox = (await frame.getAttribute('sandbox')) ?? ''
  if (!isPlayer(source)) tour.strangers.push(`player: ${source}`)
  if (sandbox === '' || sandbox.includes('top-navigation'))
    tour.strangers.push(`sandbox: ${sandbox}`)
  tour.shown.players = (tour.shown.players ?? 0) + 1
}
