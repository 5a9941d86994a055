import { parseArgs } from 'node:util'
import { observeOtherPrograms } from '../other-programs.ts'
import { refuseUnknown } from '../selected-parts.ts'
import { type Bench, holds, type Row } from './bench.ts'
import { dayRows, overloadRows } from './day.ts'
import { depthRows } from './depth.ts'
import { digestRows } from './digests.ts'
import { discussionRows } from './discussing.ts'
import { joiningRows } from './joining.ts'
import { linkCheckRows } from './link-checks.ts'
import { liveRows } from './live.ts'
import { idleMemoryRows, loadedMemoryRows } from './memory.ts'
import { notifyingRows } from './notifying.ts'
import { oneCoreRows } from './one-core.ts'
import { openDataRows } from './open-data.ts'
import { overheadRows } from './overhead.ts'
import { readingRows } from './reading.ts'
import { keepRows, machine, printRow } from './report.ts'
import { requestCostRows } from './request-costs.ts'
import { searchingRows } from './searching.ts'
import { sectionRows } from './sections.ts'
import { seedMembers, seedSubmissions } from './seed.ts'
import { soakRows } from './soak.ts'
import { startStack } from './stack.ts'
import { startRows } from './start.ts'
import { voteCostRows } from './vote-cost.ts'
import { voteCountRows } from './vote-counts.ts'
import { votingRows } from './voting.ts'

const { values: options } = parseArgs({
  options: {
    /** All rows, more runs and a million submissions: up to 40 minutes. */
    full: { type: 'boolean', default: false },
    /** Runs only these parts, for example --only reading,voting. */
    only: { type: 'string' },
    runs: { type: 'string' },
    seconds: { type: 'string' },
    /** Duration of the soak without its warm-up. */
    'soak-minutes': { type: 'string', default: '15' },
    /** Submissions in the snapshots of the open data. */
    submissions: { type: 'string', default: '1000000' },
  },
})

type Part = { measure: (bench: Bench) => Promise<Row[]>; isForFull?: true }

/** The order matters: the last parts leave many submissions and the memory of many sockets behind. */
const parts: Readonly<Record<string, Part>> = {
  idle: { measure: idleMemoryRows },
  start: { measure: startRows },
  reading: { measure: readingRows },
  sections: { measure: sectionRows, isForFull: true },
  overhead: { measure: overheadRows },
  'request-costs': { measure: requestCostRows, isForFull: true },
  'one-core': { measure: oneCoreRows, isForFull: true },
  voting: { measure: votingRows },
  joining: { measure: joiningRows },
  day: { measure: dayRows },
  overload: { measure: overloadRows },
  memory: { measure: loadedMemoryRows },
  soak: { measure: soakRows, isForFull: true },
  live: { measure: liveRows },
  discussing: { measure: discussionRows },
  notifying: { measure: notifyingRows },
  depth: { measure: depthRows },
  // The last part, because it replaces all submissions.
  searching: { measure: searchingRows, isForFull: true },
  // Restarts the programs.
  'vote-cost': { measure: voteCostRows },
  'vote-counts': { measure: voteCountRows },
  digests: { measure: digestRows, isForFull: true },
  'open-data': { measure: openDataRows, isForFull: true },
  'link-checks': { measure: linkCheckRows, isForFull: true },
}
const selected = options.only?.split(',')
refuseUnknown(selected, Object.keys(parts))
const isAsked = (name: string, { isForFull }: Part): boolean =>
  selected?.includes(name) ?? (isForFull !== true || options.full)

const startedAt = performance.now()
// The started processes do not keep this one alive.
const awake = setInterval(() => {}, 1_000)
const onProgress = (step: string): void => {
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  process.stderr.write(`${String(seconds).padStart(5)} s  ${step}\n`)
}

const rows: Row[] = []
/** Notes about other programs, by part. */
const busy: Record<string, string> = {}
onProgress('Starting the site')
const stack = await startStack()
try {
  onProgress('Seeding')
  await seedMembers(stack)
  await seedSubmissions(stack.ownerUrl, 0, 10_000)
  const bench: Bench = {
    stack,
    runs: Number(options.runs ?? (options.full ? 5 : 3)),
    seconds: Number(options.seconds ?? (options.full ? 5 : 3)),
    isFull: options.full,
    submissions: Number(options.submissions),
    soakMinutes: Number(options['soak-minutes']),
    onProgress,
  }
  for (const [name, part] of Object.entries(parts)) {
    if (!isAsked(name, part)) continue
    const endObservation = observeOtherPrograms()
    for (const row of await part.measure(bench)) {
      rows.push(row)
      printRow(row)
    }
    const note = endObservation()
    if (note === null) continue
    busy[name] = note
    console.log(`     ${name}: ${note}`)
  }
} finally {
  await stack.stop()
  clearInterval(awake)
}

const file = keepRows(options.full ? 'speed-full' : 'speed', { rows, busy })
const missed = rows.filter((row) => holds(row) === false).length
const { processor, cores, node, load, pinned } = machine()
console.log(
  `\n${cores} × ${processor}, Node ${node}, load ${load.toFixed(1)}${pinned ? '' : ', cores not separated: no taskset'}`,
)
const spoilt = Object.keys(busy)
if (spoilt.length > 0) console.log(`Other programs were busy during: ${spoilt.join(' ')}`)
console.log(`${missed === 0 ? 'All targets are met.' : `${missed} targets are missed.`} ${file}`)
process.exitCode = missed === 0 ? 0 : 1
