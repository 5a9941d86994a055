import { freePort } from '@answerable/site/free-port'
import { type Browser, chromium } from '@playwright/test'
import { findChromium } from '../../tests/tools/chromium.ts'
import { startBarePage } from './bare-page.ts'
import { loads } from './loads.ts'
import { type SiteFacts, startSiteProcess } from './site.ts'
import { openTraffic } from './traffic.ts'
import { discussions, uses } from './uses.ts'

/** Shared by all parts. */
export type Bench = {
  runs: number
  site: SiteFacts
  /** With its debugging port. */
  browser: Browser
  port: number
  bare: { url: string }
  /** Session cookies of all members except the first. */
  traffic: ReturnType<typeof openTraffic>
}

export const parts: Readonly<Record<string, (bench: Bench) => Promise<number>>> = {
  loads,
  uses,
  discussions,
}

/** Prints the results of the selected parts with their bars; returns the number of missed bars. */
export const measurePages = async (runs: number, names: readonly string[]): Promise<number> => {
  const undo: (() => Promise<void>)[] = []
  try {
    const bare = await startBarePage()
    undo.push(bare.stop)
    const site = await startSiteProcess()
    undo.push(site.stop)
    const port = await freePort()
    const found = findChromium()
    const browser = await chromium.launch({
      ...found,
      args: [...found.args, `--remote-debugging-port=${port}`],
    })
    undo.push(() => browser.close())
    const traffic = openTraffic(site.url, site.cookies.slice(1))
    let missed = 0
    for (const [name, measure] of Object.entries(parts)) {
      if (names.includes(name))
        missed += await measure({ runs, site, browser, port, bare, traffic })
    }
    return missed
  } finally {
    for (const step of undo.reverse()) await step()
  }
}
