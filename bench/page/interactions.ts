import { setTimeout as pause } from 'node:timers/promises'
import { sessionHintCookie } from '@answerable/contracts/sign-in'
import type { Browser, Page } from '@playwright/test'
import type { openTraffic } from './traffic.ts'

type Options = {
  browser: Browser
  site: { url: string }
  /** Session cookie of the member who uses the page. */
  cookie: string
  traffic: Pick<ReturnType<typeof openTraffic>, 'startVoting'>
  ids: readonly string[]
}

/** Responsiveness of the feed during live updates. */
export type Interactions = {
  /** Milliseconds from the slowest interaction to its next paint, in steps of 8. */
  slowest: number
  count: number
  /** Live messages that the page received per second. */
  arrived: number
  /** Share of the sent votes that were counted, from 0 to 1. */
  counted: number
}

const votesPerSecond = 50
const rounds = 5
const betweenMilliseconds = 350

export const measureInteractions = async (wires: Options): Promise<Interactions> => {
  const { browser, site, cookie, traffic, ids } = wires
  const context = await browser.newContext({
    baseURL: site.url,
    viewport: { width: 1280, height: 900 },
  })
  try {
    const [name = '', value = ''] = cookie.split('=')
    await context.addCookies([
      { name, value, url: site.url },
      { name: sessionHintCookie, value: '1', url: site.url },
    ])
    const page = await context.newPage()
    await page.addInitScript(observe)
    let messages = 0
    page.on('websocket', (socket) => {
      socket.on('framereceived', () => {
        messages += 1
      })
    })
    await page.goto('/')
    await page
      .getByRole('group', { name: /^Vote on/ })
      .first()
      .waitFor()
    await page.evaluate(() => localStorage.setItem('onboarding-completed', 'true'))
    await page.reload()
    await page
      .getByRole('group', { name: /^Vote on/ })
      .first()
      .waitFor()

    const voting = traffic.startVoting(ids, votesPerSecond)
    messages = 0
    const startedAt = performance.now()
    await use(page)
    const seconds = (performance.now() - startedAt) / 1_000
    const arrived = messages / seconds
    const { sent, counted } = await voting.stop()
    const felt = await page.evaluate(read)
    return { ...felt, arrived, counted: counted / sent }
  } finally {
    await context.close()
  }
}

/** Typical use of the feed: votes, theme switch, a dialog, keyboard navigation. */
const use = async (page: Page): Promise<void> => {
  const upvotes = page.getByRole('button', { name: 'Upvote' })
  const theme = page.getByRole('combobox', { name: 'Theme' })
  for (let round = 0; round < rounds; round += 1) {
    const steps = [
      () => upvotes.nth(round).click(),
      () => upvotes.nth(round + rounds).click(),
      async () => {
        // Pressing a key selects an option without opening the list, and counts as an interaction.
        await theme.press(round % 2 === 0 ? 'd' : 'l')
        await theme.blur()
      },
      () => page.keyboard.press('j'),
      () => page.keyboard.press('k'),
      () => page.getByRole('button', { name: /^Flag/ }).nth(round).click(),
      async () => {
        const flagging = page.getByRole('dialog')
        await flagging.waitFor()
        await page.keyboard.press('Escape')
        await flagging.waitFor({ state: 'hidden' })
      },
    ]
    for (const step of steps) {
      await step()
      await pause(betweenMilliseconds)
    }
  }
}

type EventTiming = { interactionId: number; duration: number }

type Felt = { durations: Map<number, number> }

/** Runs in the page: records the duration of each interaction; browsers do not report those below 16 ms. */
const observe = (): void => {
  const felt: Felt = { durations: new Map() }
  Object.assign(globalThis, { felt })
  // These files are checked with Node's types, which lack browser APIs.
  const options = { type: 'event', durationThreshold: 16, buffered: true } as unknown
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { interactionId, duration } = entry as unknown as EventTiming
      if (interactionId === 0) continue
      const known = felt.durations.get(interactionId) ?? 0
      felt.durations.set(interactionId, Math.max(known, duration))
    }
  }).observe(options as { entryTypes: [] })
}

const read = (): Pick<Interactions, 'slowest' | 'count'> => {
  const { felt } = globalThis as unknown as { felt: Felt }
  const { interactionCount } = performance as unknown as { interactionCount: number }
  return { slowest: Math.max(0, ...felt.durations.values()), count: interactionCount }
}
