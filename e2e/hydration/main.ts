import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { findChromium } from '../../tests/tools/chromium.ts'
import { startThrowawaySite } from '../../tests/tools/throwaway-site.ts'
import { startOthers } from './others.ts'
import { pageKinds } from './page-kinds.ts'
import { openPages } from './page-loads.ts'

// Loads each kind of page in a slowed-down browser while others vote and comment: npm run tool -- slow-browser

const { values } = parseArgs({
  options: {
    loads: { type: 'string', default: '50' },
    slowdown: { type: 'string', default: '20' },
    /** Selects kinds of pages by parts of their names, separated by commas. */
    only: { type: 'string', default: '' },
  },
})

const isWanted = ({ name }: { name: string }): boolean =>
  values.only.split(',').some((part) => name.includes(part))

const site = await startThrowawaySite()
const browser = await chromium.launch(findChromium())
const others = await startOthers(site)
try {
  let failures = 0
  for (const kind of pageKinds.filter(isWanted)) {
    const result = await openPages({
      browser,
      site,
      kind,
      others,
      loads: Number(values.loads),
      slowdown: Number(values.slowdown),
    })
    failures += result.problems.length + result.lostClicks
    console.log(
      `${kind.name}: ${result.loads} loads, ${result.problems.length} errors, ` +
        `${result.clicks} clicks, ${result.lostClicks} lost, ` +
        `slowest response ${(result.maxMilliseconds / 1_000).toFixed(1)} s`,
    )
    for (const problem of new Set(result.problems)) console.log(`  ✗ ${problem}`)
  }
  const { votes, comments } = others.counted()
  console.log(`Meanwhile, others added ${votes} votes and ${comments} comments.`)
  process.exitCode = failures === 0 ? 0 : 1
} finally {
  await browser.close()
  await others.stop()
  await site.stop()
}
