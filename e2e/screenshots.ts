import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { findChromium } from '../tests/tools/chromium.ts'
import { openMailbox } from './mailbox.ts'
import { signInNewMember } from './members.ts'
import { detail, feed, missing, type Screen, signInByLink, submit } from './screens.ts'
import { returningTo } from './visitors.ts'

// Takes the README's pictures from a running site: node e2e/screenshots.ts http://localhost:8080

const origin = new URL(process.argv[2] ?? 'http://localhost:8080').origin
const directory = join(import.meta.dirname, '../docs/screenshots')
const pictures = { feed, detail, submit, 'sign-in': signInByLink, '404': missing }
const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
]

type Picture = {
  name: string
  screen: Screen
  theme: 'light' | 'dark'
  size: { width: number; height: number }
}

const take = async (browser: Browser, { name, screen, theme, size }: Picture): Promise<void> => {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: size,
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    storageState: screen.isFor === 'members' ? member : visitor,
  })
  const page = await context.newPage()
  await screen.open(page)
  await page.locator('html').evaluate((html) => html.ownerDocument.fonts.ready)
  await page.screenshot({
    path: join(directory, `${name}-${theme}-${size.width}.png`),
    animations: 'disabled',
  })
  await context.close()
}

await mkdir(directory, { recursive: true })
const browser = await chromium.launch(findChromium())
const visitor = returningTo(origin)
const member = await signedIn()
for (const size of sizes) {
  for (const theme of ['light', 'dark'] as const) {
    for (const [name, screen] of Object.entries(pictures)) {
      await take(browser, { name, screen, theme, size })
    }
  }
}
await browser.close()

async function signedIn() {
  const context = await browser.newContext({ baseURL: origin, storageState: visitor })
  await signInNewMember(context.request, openMailbox(origin))
  const state = await context.storageState()
  await context.close()
  return state
}
