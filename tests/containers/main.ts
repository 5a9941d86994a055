import { loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openClient } from '../faults/client.ts'
import { printTable } from '../faults/print-table.ts'
import { failuresOf, openRecorder } from '../faults/samples.ts'
import { untilSteady } from '../faults/stage.ts'
import { openComposition, type Part, parts } from './composition.ts'
import { mailboxReader, signInPeople, submitOneEach } from './people.ts'
import { peopleFor, startVoting } from './voting.ts'

const { values } = parseArgs({
  options: {
    /** Votes per second. */
    rate: { type: 'string', default: '40' },
    /** Comma-separated parts; all by default. */
    only: { type: 'string', default: parts.join(',') },
    /** Replaces every program container, one by one, instead of killing it. */
    rolling: { type: 'boolean', default: false },
    /** Upgrades every program to the version of the code, as the runbook describes, instead of killing it. */
    upgrade: { type: 'boolean', default: false },
  },
})
const rate = Number(values.rate)
const wanted = parts.filter((part) => values.only.split(',').includes(part))
const programs = wanted.filter((part) => !['nats', 'redis', 'postgres'].includes(part))

const submissionCount = 40
const secondsPerContainer = 40
const quietMilliseconds = 3_000
/** Interval between searches for new gateways. */
const lookMilliseconds = 500
/** Minimum time after each kill, because a busy machine may also delay the calls. */
const watchedMilliseconds = 5_000
/** Time before the first stop, to detect failures that no stop has caused. */
const steadyMilliseconds = 15_000

const composition = await openComposition()
const client = openClient(composition.gatewayUrls)
const recorder = openRecorder()
console.log('Signing members in')
const seconds = secondsPerContainer * 2 * wanted.length
const count = Math.max(submissionCount, peopleFor({ rate, seconds }))
const readCodes = mailboxReader(client, await composition.mailboxKey())
const people = await signInPeople(client, { count, readCodes })
const submissionIds = await submitOneEach(client, people.slice(0, submissionCount))
console.log(`${people.length} members cast ${rate} votes a second`)
const voting = startVoting({ client, recorder, people, submissionIds, rate })
await delay(quietMilliseconds)

let missed = values.upgrade
  ? await upgradeAll()
  : values.rolling
    ? await replaceAll(programs)
    : await killAll(wanted)
await voting.stop()
await delay(quietMilliseconds)
const wrongs = await voting.wrongs()
const wrongScores = await composition.wrongScores()
console.log(`${voting.acknowledged()} votes acknowledged, ${wrongs.length} of them lost`)
console.log(`${wrongScores} submissions have a score that differs from their votes`)
for (const what of wrongs.slice(0, 10)) console.log(`  ✗ ${what}`)
if (wrongs.length + wrongScores > 0) missed += 1
console.log(`Load average of the last minute: ${loadavg()[0]?.toFixed(1)}`)
console.log(missed === 0 ? 'All targets are met.' : `${missed} targets are missed.`)
process.exit(missed === 0 ? 0 : 1)

async function killAll(among: readonly Part[]): Promise<number> {
  const rows = []
  for (const part of among) {
    const [container] = await composition.containersOf(part)
    if (container === undefined) continue
    recorder.clear()
    const killedAt = await composition.kill(container)
    await delay(watchedMilliseconds)
    const back = await untilSteady(recorder, killedAt)
    const samples = recorder.since(killedAt)
    const bar = part === 'postgres' ? 10_000 : 5_000
    const failures = failuresOf(samples)
    console.log(`${part}: back after ${Math.round(back)} ms; ${failures || 'nothing failed'}`)
    const cells = [part, inSeconds(back), inSeconds(bar), samples.length, failures || '0']
    rows.push({ cells, isHeld: back <= bar })
  }
  const headings = ['killed', 'back after', 'limit', 'calls', 'failed']
  return printTable('Containers killed under load', { headings, rows })
}

async function replaceAll(among: readonly Part[]): Promise<number> {
  const rows = []
  const begunAt = performance.now()
  await delay(steadyMilliseconds)
  const startedAt = performance.now()
  for (const part of among) {
    const containers = await composition.containersOf(part)
    const endings = []
    const partAt = performance.now()
    for (const container of containers) endings.push(await composition.restart(container))
    await delay(quietMilliseconds)
    const samples = recorder.since(partAt)
    const failures = failuresOf(samples)
    const slowest = Math.max(...endings.map(({ milliseconds }) => milliseconds))
    const codes = endings.map(({ code }) => code)
    console.log(`${part}: exit ${codes.join(' ')}; ${failures || 'nothing failed'}`)
    rows.push({
      cells: [
        part,
        containers.length,
        samples.length,
        failures || '0',
        codes.join(' '),
        inSeconds(slowest),
      ],
      isHeld: failures === '' && slowest < 10_000 && codes.every((code) => code === 0),
    })
  }
  const all = recorder.since(begunAt)
  for (const { group, outcome, startedAt: at } of all.filter(({ isGood }) => !isGood)) {
    console.log(`  ${group} ${outcome} ${inSeconds(at - startedAt)} after the first stop`)
  }
  const headings = ['replaced', 'instances', 'calls', 'failed', 'exit codes', 'slowest end']
  return printTable('Rolling restart under load', { headings, rows })
}

async function upgradeAll(): Promise<number> {
  const begunAt = performance.now()
  await delay(steadyMilliseconds)
  const startedAt = performance.now()
  const upgrade = composition.upgrade((line) =>
    console.log(`  ${inSeconds(performance.now() - startedAt)} ${line}`),
  )
  let code: number | null = null
  void upgrade.then((ended) => {
    code = ended
  })
  while (code === null) {
    await composition.look()
    await delay(lookMilliseconds)
  }
  await delay(quietMilliseconds)
  const samples = recorder.since(begunAt)
  for (const { group, outcome, startedAt: at } of samples.filter(({ isGood }) => !isGood)) {
    console.log(`  ${group} ${outcome} ${inSeconds(at - startedAt)} after the start of the upgrade`)
  }
  const failures = failuresOf(samples)
  const took = inSeconds(performance.now() - startedAt - quietMilliseconds)
  const headings = ['upgrade', 'calls', 'failed', 'exit code', 'took']
  const rows = [
    {
      cells: [programs.length, samples.length, failures || '0', code, took],
      isHeld: failures === '' && code === 0,
    },
  ]
  return printTable('Upgrade under load', { headings, rows })
}

function inSeconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`
}
