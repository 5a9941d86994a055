import { boycottPath, pages } from '@answerable/contracts/pages'
import { freePort } from '@answerable/infra/embedded/free-port'
import { type Browser, chromium } from '@playwright/test'
import { findChromium } from '../../tests/tools/chromium.ts'
import { observeOtherPrograms } from '../other-programs.ts'
import { type Audit, audit } from './audit.ts'
import { startBarePage } from './bare-page.ts'
import { type Interactions, measureInteractions } from './interactions.ts'
import { kilobytes, milliseconds, plain, printRows, type Row, seconds, times } from './report.ts'
import { startSiteProcess } from './site.ts'
import { openTraffic } from './traffic.ts'

/** Prints what each page costs beside its bars; answers how many bars are missed. */
export const measurePages = async (runs: number): Promise<number> => {
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
    return (await loads(runs, { site, bare, port })) + (await uses(runs, { site, browser }))
  } finally {
    for (const step of undo.reverse()) await step()
  }
}

/** Every first visit to the feed gets it a moment after the page. */
const tour = 'dialog.tour[open]'

type Loaded = { site: { url: string }; bare: { url: string }; port: number }

/** Every run loads the bare page and each of the site's, so that all meet the same machine. */
const loads = async (runs: number, { site, bare, port }: Loaded): Promise<number> => {
  const paths = [pages.home, boycottPath(await anyId(site.url)), pages.submit, pages.about]
  const endObservation = observeOtherPrograms()
  const bareAudits: Audit[] = []
  const audits = new Map<string, Audit[]>(paths.map((path) => [path, []]))
  for (let run = 1; run <= runs; run += 1) {
    console.log(`Loading each page, ${run} of ${runs} …`)
    bareAudits.push(await audit(bare.url, { port }))
    for (const [path, those] of audits) {
      const opensLater = path === pages.home ? tour : undefined
      those.push(await audit(new URL(path, site.url).href, { port, opensLater }))
    }
  }
  const note = endObservation()
  let missed = printRows('A bare React page', [
    row('largest contentful paint', bareAudits.map(largestPaint), seconds),
    row('blocked', bareAudits.map(blocked), milliseconds),
    row('the machine, to Lighthouse', bareAudits.map(machine), plain),
  ])
  for (const [path, those] of audits) {
    missed += printRows(path, pageRows(those, bareAudits))
    for (const complaint of new Set(those.flatMap(({ complaints }) => complaints))) {
      console.log(`  · ${complaint}`)
    }
  }
  if (note !== null) console.log(`\nLoading: ${note}`)
  return missed
}

const largestPaint = (one: Audit): number => one.largestPaint
const blocked = (one: Audit): number => one.blocked
const machine = (one: Audit): number => one.machine

const pageRows = (audits: readonly Audit[], bareAudits: readonly Audit[]): Row[] => {
  const toBare = audits.map((one, at) => one.largestPaint / (bareAudits[at]?.largestPaint ?? 0))
  const all = (figure: (one: Audit) => number) => audits.map(figure)
  return [
    row(
      'performance',
      all((one) => one.performance),
      plain,
      atLeast(98),
    ),
    row(
      'accessibility',
      all((one) => one.accessibility),
      plain,
      atLeast(98),
    ),
    row(
      'best practices',
      all((one) => one.bestPractices),
      plain,
      atLeast(98),
    ),
    row(
      'search engines',
      all((one) => one.seo),
      plain,
      atLeast(98),
    ),
    row(
      'whole page',
      all((one) => one.bytes),
      kilobytes,
      atMost(150_000),
    ),
    row('largest contentful paint', all(largestPaint), seconds, atMost(1_650)),
    row('the same to the bare page’s', toBare, times, atMost(1.2)),
    row(
      'layout shift',
      all((one) => one.layoutShift),
      plain,
      atMost(0.01),
    ),
    row('blocked', all(blocked), milliseconds, atMost(100)),
  ]
}

type Used = { site: { url: string; cookies: string[] }; browser: Browser }

const uses = async (runs: number, { site, browser }: Used): Promise<number> => {
  const [cookie = '', ...others] = site.cookies
  const traffic = openTraffic(site.url, others)
  const ids = await traffic.submitOneEach()
  const endObservation = observeOtherPrograms()
  const all: Interactions[] = []
  for (let run = 1; run <= runs; run += 1) {
    console.log(`Using the feed while votes arrive, ${run} of ${runs} …`)
    all.push(await measureInteractions({ browser, site, cookie, traffic, ids }))
  }
  const note = endObservation()
  const missed = printRows('The feed in use while others vote, 50 times a second', [
    row(
      'slowest interaction to next paint',
      all.map((one) => one.slowest),
      milliseconds,
      atMost(100),
    ),
    row(
      'interactions',
      all.map((one) => one.count),
      plain,
    ),
    row(
      'updates that arrived per second',
      all.map((one) => one.arrived),
      plain,
    ),
    row(
      'votes counted, of those cast',
      all.map((one) => one.counted),
      plain,
    ),
  ])
  if (note !== null) console.log(`\nUsing the feed: ${note}`)
  return missed
}

const anyId = async (url: string): Promise<string> => {
  const [first] = (await (await fetch(new URL('/api/boycotts?sort=top', url))).json()) as {
    id: string
  }[]
  if (first === undefined) throw new Error('The site has no submissions')
  return first.id
}

const row = (
  what: string,
  values: readonly number[],
  write: Row['write'],
  bar: Row['bar'] = null,
): Row => ({ what, values, write, bar })

const atMost = (value: number): Row['bar'] => ({ is: 'at most', value })
const atLeast = (value: number): Row['bar'] => ({ is: 'at least', value })
