import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { findChromium } from '../tests/tools/chromium.ts'
import { openMailbox } from './mailbox.ts'
import { signInNewMember } from './members.ts'
import { detail, feed, missing, type Screen, signInByLink, submit } from './screens.ts'
import { returningTo } from './visitors.ts'

// Takes the README's pictures of the demo: MAILBOX_KEY=… npm run tool -- screenshots http://localhost:8080

const origin = new URL(process.argv[2] ?? 'http://localhost:8080').origin
const directory = join(import.meta.dirname, '../docs/screenshots')
const pictures = { feed, detail, submit, 'sign-in': signInByLink, missing }
const sizes = [
  { width: 390, height: 720 },
  { width: 1024, height: 700 },
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
    hasTouch: size.width < 600,
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    storageState: returningTo(origin),
  })
  const page = await context.newPage()
  if (screen.isFor === 'members') await signInNewMember(page.request, openMailbox(origin))
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
for (const size of sizes) {
  for (const theme of ['light', 'dark'] as const) {
    for (const [name, screen] of Object.entries(pictures)) {
      await take(browser, { name, screen, theme, size })
    }
  }
}
await browser.close()
