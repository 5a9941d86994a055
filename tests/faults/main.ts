import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { serviceNames } from '@answerable/contracts/route'
import { runTool } from '../command.ts'
import { shuffleEvents } from './events.ts'
import { killUnderLoad } from './kills.ts'
import { type Trouble, troubleUnderLoad } from './network.ts'
import { noticesUnderKills } from './notices.ts'
import { printTable } from './print-table.ts'
import { replaceUnderLoad } from './rolling.ts'
import {
  eventsTable,
  killsTable,
  networkTable,
  noticesTable,
  rollingTable,
  verdictOf,
} from './rows.ts'
import { parts } from './site.ts'
import { openStage, type Stage } from './stage.ts'
import { verify } from './verify.ts'

const { values } = parseArgs({
  options: {
    /** Comma-separated parts, programs or network faults: kills, network, nats, catalog, frozen … */
    only: { type: 'string', default: '' },
    times: { type: 'string', default: '20' },
    /** Writes per second while programs are killed and replaced. */
    rate: { type: 'string', default: '200' },
    /** Duration of each network fault, in seconds. */
    seconds: { type: 'string', default: '30' },
  },
})

const kinds = ['kills', 'rolling', 'network', 'events', 'notices', 'delivery'] as const
const names = values.only.split(',').filter((name) => name !== '')
const troubles = ['frozen', 'slow', 'resetting'] as const satisfies Trouble[]
const known: readonly string[] = [...kinds, ...parts, ...troubles]
const unknown = names.filter((name) => !known.includes(name))
if (unknown.length > 0) throw new Error(`--only must be one of ${known.join(', ')}`)

const isWanted = <Name extends string>(name: Name, all: readonly Name[]): boolean => {
  const among = all.filter((each) => names.includes(each))
  return among.length === 0 || among.includes(name)
}
const wantedParts = parts.filter((part) => isWanted(part, parts))
const [times, rate, seconds] = [values.times, values.rate, values.seconds].map(Number)
if (!times || !rate || !seconds)
  throw new Error('--times, --rate and --seconds must be numbers above 0')

/** Writes per second during network faults: few of them succeed. */
const troubledRate = 20
const startedAt = performance.now()
let missed = 0

const say = (text: string): void => {
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1).padStart(5)
  console.log(`${minutes} min  ${text}`)
}

const onStage = async (
  options: { rate: number; isLinked: boolean },
  work: (stage: Stage) => Promise<void>,
): Promise<void> => {
  say('starting the site')
  const stage = await openStage(options)
  try {
    await work(stage)
    await stage.load.stop()
    const { acknowledged, lost, double, drift } = await verify(stage.db, stage.load.ledger)
    const wrong = [...lost, ...double, ...drift]
    say(`total: ${acknowledged} writes acknowledged, ${wrong.length} of them wrong`)
    for (const what of wrong.slice(0, 10)) console.log(`  ✗ ${what}`)
    if (wrong.length > 0) missed += 1
  } finally {
    await stage.close()
  }
}

const kill = async (stage: Stage): Promise<void> => {
  const results = []
  for (const part of wantedParts) {
    for (let time = 1; time <= times; time += 1) {
      const result = await killUnderLoad(stage, part)
      results.push(result)
      const back = Math.round(result.backAfterMilliseconds)
      say(
        `${part} killed, ${time} of ${times}: back after ${back} ms; ${result.failures || 'nothing failed'}`,
      )
      for (const what of [
        ...result.findings.lost,
        ...result.findings.double,
        ...result.findings.drift,
      ])
        console.log(`  ✗ ${what}`)
    }
  }
  missed += printTable('kill -9 under load (R3)', killsTable(results))
}

const replace = async (stage: Stage): Promise<void> => {
  const results = []
  for (const service of serviceNames.filter((name) => wantedParts.includes(name))) {
    say(`replacing ${service}`)
    const result = await replaceUnderLoad(stage, service)
    for (const cause of result.causes) console.error(cause)
    results.push(result)
  }
  missed += printTable('Rolling restart under load (R8)', rollingTable(results))
}

const trouble = async (stage: Stage): Promise<void> => {
  const results = []
  for (const part of wantedParts) {
    if (part === 'gateway') continue
    for (const each of troubles.filter((name) => isWanted(name, troubles))) {
      const result = await troubleUnderLoad(stage, { part, trouble: each, seconds })
      results.push(result)
      const { milliseconds, what } = result.slowest
      say(`${part} ${each}: ${verdictOf(result)}; ${result.failures || 'nothing failed'}`)
      say(`  slowest: ${what} after ${Math.round(milliseconds)} ms`)
    }
  }
  missed += printTable('Network faults (R7)', networkTable(results))
}

const shuffle = async (stage: Stage): Promise<void> => {
  missed += printTable(
    'Events tripled and shuffled while bus and consumer are killed',
    eventsTable(await shuffleEvents(stage)),
  )
}

const wants = (kind: (typeof kinds)[number]): boolean => isWanted(kind, kinds)
if (wants('kills') || wants('rolling') || wants('events')) {
  await onStage({ rate, isLinked: false }, async (stage) => {
    if (wants('events')) await shuffle(stage)
    if (wants('rolling')) await replace(stage)
    if (wants('kills')) await kill(stage)
  })
}
if (wants('network')) await onStage({ rate: troubledRate, isLinked: true }, trouble)
if (wants('notices')) {
  missed += printTable(
    'Notices and their mails while programs are killed (R11)',
    noticesTable(await noticesUnderKills(times, say)),
  )
}
if (wants('delivery')) {
  say('fsync, permutations of events, poison messages (R4, R5, R6)')
  if ((await runTool('vitest', ['run', '--reporter=verbose', 'tests/delivery'])) !== 0) missed += 1
}

say(`load average of the last minute: ${loadavg()[0]?.toFixed(1)}`)
console.log(missed === 0 ? 'All targets are met.' : `${missed} targets are missed.`)
process.exit(missed === 0 ? 0 : 1)
