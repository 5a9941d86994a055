import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { median } from '../page/statistics.ts'
import { type Ask, type Load, measure, send } from '../speed/load.ts'
import { membersList } from '../speed/reading.ts'
import { keepRows, machine } from '../speed/report.ts'
import { memberAt, seedMembers, seedSubmissions, submissionAt } from '../speed/seed.ts'
import { startStack } from '../speed/stack.ts'
import { drawPanels, type Panel, type Point } from './drawing.ts'
import { arrivalTimes } from './sockets.ts'

const { values: options } = parseArgs({
  options: {
    /** A million submissions. */
    full: { type: 'boolean', default: false },
    runs: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
  },
})
const runs = Number(options.runs)
const seconds = Number(options.seconds)
const feed = '/api/boycotts'

const progress = (step: string): void =>
  console.error(`${new Date().toISOString().slice(11, 19)}  ${step}`)
// What is started does not keep this process alive by itself.
const awake = setInterval(() => {}, 1_000)

progress('Starting the site')
const stack = await startStack()

/** The median of as many runs, for each of these amounts. */
const sweep = async (
  what: string,
  amounts: readonly number[],
  valueAt: (amount: number) => Promise<number>,
): Promise<Point[]> => {
  const points: Point[] = []
  for (const at of amounts) {
    progress(`${what}: ${at.toLocaleString('en')}`)
    const values: number[] = []
    for (let run = 0; run < runs; run += 1) values.push(await valueAt(at))
    points.push({ at, value: median(values) })
  }
  return points
}

/** Processor time of gateway, catalog and PostgreSQL for a page that no cache holds, in microseconds. */
const costOfPage = async (page: number): Promise<number> => {
  const { gateway, catalog, postgres } = stack.pids
  const lists = membersList(`${feed}?page=${page}`)
  const { perProcessorSecond } = await measure({ url: stack.url, seconds, lists }, [
    gateway,
    catalog,
    postgres,
  ])
  return 1e6 / perProcessorSecond
}

let firstVoter = 0

/** Votes a second on one submission, of so many members in turn. */
const voteRate = async (voters: number): Promise<number> => {
  firstVoter = (firstVoter + voters) % 9_000
  const width = Math.min(voters, 100)
  const turns = voters < 1_000 ? 24 : 1
  const lists: Load['lists'] = Array.from({ length: width }, (_, connection) =>
    Array.from({ length: Math.ceil(voters / width) * turns }, (_ask, at): Ask => {
      const { cookie, address } = memberAt(
        firstVoter + connection + (at % Math.ceil(voters / width)) * width,
      )
      return {
        method: 'POST',
        path: `${feed}/${submissionAt(11)}/vote`,
        headers: { cookie, 'x-forwarded-for': address, 'content-type': 'application/json' },
        body: JSON.stringify({ value: at % 2 === 0 ? 1 : -1 }),
      }
    }),
  )
  const { perSecond } = await send({ url: stack.url, seconds, lists, amount: voters * turns })
  return perSecond
}

const panels: Panel[] = []
try {
  await seedMembers(stack.ownerUrl)
  const sizes = options.full ? [10_000, 100_000, 1_000_000] : [10_000, 100_000]
  let seeded = 0
  const bySize = await sweep('submissions', sizes, async (size) => {
    if (seeded < size) {
      await seedSubmissions(stack.ownerUrl, seeded, size)
      seeded = size
    }
    return costOfPage(1)
  })
  const pages = options.full ? [1, 30, 300, 10_000] : [1, 30, 300, 3_000]
  const byDepth = await sweep('page', pages, costOfPage)
  const byVoters = await sweep('voters', [1, 100, 10_000], voteRate)
  const bySockets: Point[] = []
  for (const count of [1_000, 5_000, 10_000]) {
    progress(`sockets: ${count}`)
    // The gateway holds two descriptors for each, and a machine may not allow so many.
    const times = await arrivalTimes(stack, count).catch((error: Error) => error)
    if (times instanceof Error) console.error(`${count} sockets are not measured: ${times.message}`)
    else bySockets.push({ at: count, value: median(times) })
  }
  panels.push(
    {
      title: 'A page that no cache holds',
      across: 'submissions',
      unit: 'µs of processor time',
      points: bySize,
    },
    {
      title: 'The same by its depth',
      across: `page, of ${seeded.toLocaleString('en')} submissions`,
      unit: 'µs of processor time',
      points: byDepth,
    },
    {
      title: 'Votes on one submission',
      across: 'voters',
      unit: 'votes a second, durable',
      points: byVoters,
    },
    {
      title: 'A vote on all open pages',
      across: 'open pages',
      unit: 'ms to the last',
      points: bySockets,
    },
  )
} finally {
  await stack.stop()
  clearInterval(awake)
}

for (const { title, across, unit, points } of panels) {
  console.log(`\n${title} (${unit}) by ${across}`)
  for (const { at, value } of points)
    console.log(`${at.toLocaleString('en').padStart(12)}  ${value.toFixed(1)}`)
}
const picture = join(import.meta.dirname, '../../docs/scale.svg')
writeFileSync(picture, drawPanels(panels))
const { processor, cores, node, load } = machine()
console.log(
  `\n${cores} × ${processor}, Node ${node}, load ${load.toFixed(1)}\n${keepRows('scale', { panels })}\n${picture}`,
)
