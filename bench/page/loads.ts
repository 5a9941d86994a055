import { boycottPath, pages } from '@answerable/contracts/pages'
import { observeOtherPrograms } from '../other-programs.ts'
import { type Audit, audit } from './audit.ts'
import type { Bench } from './measure.ts'
import {
  atLeast,
  atMost,
  kilobytes,
  milliseconds,
  plain,
  printRows,
  type Row,
  row,
  seconds,
  times,
} from './report.ts'
import { topIds } from './site.ts'

/** Every first visit to the feed loads it a moment after the page. */
const tour = 'dialog.tour[open]'

/**
 * Every run loads the bare page and each page of the site, so that disturbances of the machine affect all
 * of them.
 */
export const loads = async ({ runs, site, bare, port }: Bench): Promise<number> => {
  const [id = ''] = await topIds(site.url)
  const paths = [pages.home, boycottPath(id), pages.submit, pages.about]
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
    row('total blocking time', bareAudits.map(blocked), milliseconds),
    row('machine benchmark (Lighthouse)', bareAudits.map(machine), plain),
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
      'transferred bytes',
      all((one) => one.bytes),
      kilobytes,
      atMost(150_000),
    ),
    row('largest contentful paint', all(largestPaint), seconds, atMost(1_650)),
    row('LCP relative to the bare page', toBare, times, atMost(1.2)),
    row(
      'layout shift',
      all((one) => one.layoutShift),
      plain,
      atMost(0.01),
    ),
    row('total blocking time', all(blocked), milliseconds, atMost(100)),
  ]
}
