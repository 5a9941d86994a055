import { observeOtherPrograms } from '../other-programs.ts'
import { measureDiscussions } from './discussions.ts'
import { type Interactions, measureInteractions } from './interactions.ts'
import type { Bench } from './measure.ts'
import { atMost, kilobytes, milliseconds, plain, printRows, row } from './report.ts'
import { topIds } from './site.ts'

/** Responsiveness of the feed for a member while others vote. */
export const uses = async ({ runs, site, browser, traffic }: Bench): Promise<number> => {
  const [cookie = ''] = site.cookies
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
      'share of cast votes that were counted',
      all.map((one) => one.counted),
      plain,
    ),
  ])
  if (note !== null) console.log(`\nUsing the feed: ${note}`)
  return missed
}

const discussionsAtOnce = 3

/**
 * The effect of long discussions on other reads. Each run uses submissions whose pages were never read
 * before.
 */
export const discussions = async ({ runs, site, traffic }: Bench): Promise<number> => {
  const ids = await topIds(site.url)
  const endObservation = observeOtherPrograms()
  const all: Awaited<ReturnType<typeof measureDiscussions>>[] = []
  for (let run = 0; run < runs; run += 1) {
    console.log(`Reading the feed while others use long discussions, ${run + 1} of ${runs} …`)
    const those = ids.slice(run * discussionsAtOnce, (run + 1) * discussionsAtOnce)
    all.push(await measureDiscussions({ site, traffic, ids: those }))
  }
  const note = endObservation()
  const missed = printRows('Three discussions of 500 long comments, read and voted on', [
    row(
      'feed latency meanwhile, 99th percentile',
      all.map(({ beside }) => beside),
      milliseconds,
      atMost(50),
    ),
    row(
      'the same without them',
      all.map(({ alone }) => alone),
      milliseconds,
    ),
    row(
      'discussion page, uncompressed',
      all.map(({ bytes }) => bytes),
      kilobytes,
      atMost(300_000),
    ),
  ])
  if (note !== null) console.log(`\nReading: ${note}`)
  return missed
}
