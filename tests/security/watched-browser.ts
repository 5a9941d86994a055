import { type BrowserContext, chromium, type Page } from '@playwright/test'
import type { Actor } from '../fuzz/actors.ts'
import { findChromium } from '../tools/chromium.ts'

/** Only ends a hang. */
export const patience = { timeout: 180_000 }

export type WatchedBrowser = {
  /** Opens a page as a signed-in actor or a visitor. */
  open: (actor: Actor) => Promise<Page>
  /** Effects that no text may have: dialogs, policy violations, requests to other origins, server errors. */
  incidents: readonly string[]
  close: () => Promise<void>
}

/** A Chromium that records the effects of hostile texts. */
export const openWatchedBrowser = async (origin: string): Promise<WatchedBrowser> => {
  const browser = await chromium.launch(findChromium())
  const incidents: string[] = []
  return {
    open: async (actor) => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
      context.setDefaultTimeout(patience.timeout)
      await watch(context, { origin, incidents })
      const [name = '', value = ''] = actor.cookie.split('=')
      if (value !== '') await context.addCookies([cookie(origin, name, value), hint(origin)])
      return context.newPage()
    },
    incidents,
    close: () => browser.close(),
  }
}

const players = [
  'https://www.youtube-nocookie.com/embed/',
  'https://www.tiktok.com/player/v1/',
  'https://platform.twitter.com/embed/Tweet.html?id=',
]

/** Whether the URL is one of the three players with nothing but an id. */
export const isPlayer = (url: string): boolean =>
  players.some((player) => url.startsWith(player) && /^[\w-]+$/.test(url.slice(player.length)))

const watch = async (
  context: BrowserContext,
  { origin, incidents }: { origin: string; incidents: string[] },
): Promise<void> => {
  await context.exposeBinding('noteIncident', (_source, text: string) => incidents.push(text))
  await context.addInitScript(watchPolicy)
  await context.route(
    (url) => url.origin !== origin,
    async (route) => {
      const url = route.request().url()
      if (isPlayer(url)) {
        await route.fulfill({
          contentType: 'text/html',
          body: '<!doctype html><title>Player</title>',
        })
        return
      }
      incidents.push(`request: ${url}`)
      await route.abort()
    },
  )
  context.on('dialog', (dialog) => {
    incidents.push(`dialog: ${dialog.message()} on ${dialog.page()?.url()}`)
    dialog.dismiss().catch(() => {})
  })
  context.on('page', (page) => {
    page.on('response', (response) => {
      if (response.status() === 500) incidents.push(`500: ${response.url()}`)
    })
    page.on('popup', (popup) => incidents.push(`popup: ${popup.url()}`))
    page.on('download', (download) => incidents.push(`download: ${download.url()}`))
    page.on('framenavigated', (frame) => {
      const url = frame.url()
      const isKnown = url === 'about:blank' || url.startsWith(origin) || isPlayer(url)
      if (!isKnown) incidents.push(`navigation: ${url}`)
    })
  })
}

/** Runs in every page before any other script. */
const watchPolicy = `
  document.addEventListener('securitypolicyviolation', (violation) =>
    noteIncident(
      'policy: ' + violation.effectiveDirective + ' ' + violation.blockedURI + ' on ' + location.href,
    ),
  )
  localStorage.setItem('onboarding-completed', 'true')
`

const cookie = (origin: string, name: string, value: string) => ({ name, value, url: origin })
const hint = (origin: string) => cookie(origin, 'session-hint', '1')

/** Elements and attributes in a page that can only come from a text. */
export const strangersIn = (page: Page): Promise<string[]> =>
  page.locator('html').evaluate((html) => {
    const document = html.ownerDocument
    const strangers: string[] = []
    /** The site's own blocks of data. One that a text has broken out of is not JSON. */
    const isData = (type: string | null, content: string) => {
      if (type !== 'application/json' && type !== 'application/ld+json') return false
      try {
        JSON.parse(content)
        return true
      } catch {
        return false
      }
    }
    const addresses = [
      'href',
      'src',
      'srcdoc',
      'action',
      'formaction',
      'data',
      'poster',
      'xlink:href',
    ]
    for (const element of document.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        if (name.startsWith('on') || name === 'style' || name === 'srcdoc') {
          // The page sets it through the style object, which the policy allows.
          if (name === 'style' && !/expression|url|javascript/i.test(value)) continue
          strangers.push(`${element.localName} ${name}=${value}`)
        }
        if (!addresses.includes(name) || name === 'srcdoc') continue
        const { protocol } = new URL(value, document.baseURI)
        if (!['http:', 'https:', 'mailto:'].includes(protocol)) {
          strangers.push(`${element.localName} ${name}=${value}`)
        }
      }
      const isForeign = [
        'iframe',
        'object',
        'embed',
        'base',
        'math',
        'portal',
        'applet',
        'audio',
        'video',
        'marquee',
        'template',
        'frameset',
      ]
      if (isForeign.includes(element.localName)) strangers.push(`<${element.localName}>`)
      if (element.localName === 'script' && element.getAttribute('src') === null) {
        const content = element.textContent ?? ''
        if (!isData(element.getAttribute('type'), content)) strangers.push(`<script>${content}`)
      }
    }
    return strangers
  })
