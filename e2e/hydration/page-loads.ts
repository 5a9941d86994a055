import { sessionHintCookie } from '@answerable/contracts/sign-in'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { ThrowawaySite } from '../../tests/tools/throwaway-site.ts'
import { startedEvent, startingEvent } from '../../web/src/boot/start-events.ts'
import { collectProblems } from '../problems.ts'
import { openElsewhere } from './elsewhere.ts'
import { watchNotices } from './notices.ts'
import type { Others } from './others.ts'
import type { PageKind } from './page-kinds.ts'

type Series = {
  browser: Browser
  site: ThrowawaySite
  kind: PageKind
  others: Others
  loads: number
  /** CPU slowdown factor of the browser. */
  slowdown: number
}

/** Longer than any response takes on a busy machine: only a lost press exceeds it. */
const lostAfterMilliseconds = 300_000

/** Time of the press: as soon as the page is visible, or this long after the application began to load. */
const moments = [
  ['DOMContentLoaded', 0],
  [startingEvent, 0],
  [startingEvent, 100],
  [startingEvent, 500],
  [startingEvent, 1_500],
  [startedEvent, 0],
] as const

/** Loads pages of one kind one after the other, each in a new browser. */
export const openPages = async (series: Series) => {
  const problems = collectProblems()
  // A busy machine refuses some reads; the page retries.
  problems.expect(/^console: Failed to load resource/)
  const result = { loads: series.loads, clicks: 0, lostClicks: 0, maxMilliseconds: 0 }
  for (let number = 0; number < series.loads; number += 1) {
    if (number % 10 === 0) console.log(`${series.kind.name}: ${number} of ${series.loads} loads`)
    const milliseconds = await openPage(series, number, problems)
    if (series.kind.press !== undefined) result.clicks += 1
    if (milliseconds === null) result.lostClicks += 1
    else result.maxMilliseconds = Math.max(result.maxMilliseconds, milliseconds)
  }
  return { ...result, problems: problems.unexpected() }
}

/** Returns how long the visitor waited for the effect; null if there was none. */
const openPage = async (
  { browser, site, kind, others, slowdown }: Series,
  number: number,
  problems: ReturnType<typeof collectProblems>,
): Promise<number | null> => {
  const context = await browser.newContext({
    baseURL: site.url,
    extraHTTPHeaders: { 'x-forwarded-for': `2001:db8:${(number + 1).toString(16)}::1` },
  })
  context.setDefaultTimeout(lostAfterMilliseconds)
  problems.watch(context)
  try {
    const path = await addressFor(context, { kind, site, others, number })
    const page = await context.newPage()
    const client = await context.newCDPSession(page)
    const notices = await watchNotices(page, lostAfterMilliseconds)
    const pressed = Promise.withResolvers<number>()
    await page.exposeFunction('notePress', () => pressed.resolve(performance.now()))
    await page.addInitScript("localStorage.setItem('onboarding-completed', 'true')")
    await page.addInitScript(recordStart)
    const moment = moments[number % moments.length] ?? moments[0]
    if (kind.press !== undefined) await page.addInitScript(pressAt(kind.press, moment))
    if (kind.fromElsewhere) await openElsewhere(page, new URL(path, site.url).href)
    await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const beganAt = performance.now()
    if (kind.fromElsewhere) await page.getByRole('link').click({ noWaitAfter: true })
    else await page.goto(path, { waitUntil: 'commit', timeout: lostAfterMilliseconds })
    const pressedAt = kind.press === undefined ? beganAt : await pressed.promise
    const hasResponded = await kind.effectShown(page, notices).then(
      () => true,
      () => false,
    )
    const milliseconds = performance.now() - pressedAt
    if (!hasResponded)
      console.log(
        `  ✗ load ${number}, ${moment.join(' + ')} ms: ${await stateOf(page).catch(String)}`,
        notices.all(),
      )
    await client.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    // Hydration errors occur until then. The network is never idle while others vote and comment.
    await page.waitForFunction('globalThis.hasStarted')
    return hasResponded ? milliseconds : null
  } finally {
    await context.close()
  }
}

/** State of the page, to explain a lost press. */
const stateOf = (page: Page): Promise<string> =>
  page.evaluate(`[
    'started: ' + globalThis.hasStarted,
    'at: ' + location.pathname + ', ' + document.querySelector('h1')?.textContent,
    'busy: ' + document.querySelectorAll('[aria-busy]').length,
    'can show notifications: ' + (document.querySelector('.toast-viewport') !== null),
  ].join(', ')`)

type Visit = Pick<Series, 'kind' | 'site' | 'others'> & { number: number }

/** Prepares the browser for the visitor or member who loads the page. */
const addressFor = async (context: BrowserContext, visit: Visit): Promise<string> => {
  const { kind, site, others, number } = visit
  const path = kind.path(others.first)
  if (kind.as === 'visitor') return path
  if (kind.as === 'follows the mailed link') {
    const email = `slow-${number}@journeys.example`
    const response = await context.request.post('/api/auth/magic-link', { data: { email } })
    if (!response.ok()) throw new Error(`No mail: ${response.status()}`)
    const { pathname, search } = new URL(await others.mailedLink(email))
    // The link says localhost; the cookie of the browser that requested it belongs to 127.0.0.1.
    return pathname + search
  }
  const actor = kind.as === 'member' ? others.member(number) : others.admin()
  const [name = '', value = ''] = actor.cookie.split('=')
  const cookie = { url: site.url, sameSite: 'Strict' } as const
  await context.addCookies([
    { ...cookie, name, value, httpOnly: true },
    { ...cookie, name: sessionHintCookie, value: '1' },
  ])
  return path
}

/** Page script that records when the page responds to clicks. */
const recordStart = `
  addEventListener(${JSON.stringify(startedEvent)}, () => { globalThis.hasStarted = true })
`

/**
 * Page script that presses the first matching button, now or as soon as there is one: a page that the gateway
 * did not prerender has none before the application.
 */
const pressAt = (selector: string, [event, milliseconds]: (typeof moments)[number]): string => `{
  const press = () => {
    const button = document.querySelector(${JSON.stringify(selector)})
    if (button === null) return setTimeout(press, 10)
    button.click()
    notePress()
  }
  addEventListener(${JSON.stringify(event)}, () => setTimeout(press, ${milliseconds}), { once: true })
}`
