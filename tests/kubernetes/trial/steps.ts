import { setTimeout as delay } from 'node:timers/promises'
import { wrongScores } from '../../containers/composition.ts'
import type { Voting } from '../../containers/voting.ts'
import { failuresOf, type Recorder } from '../../faults/samples.ts'
import { untilSteady } from '../../faults/stage.ts'
import type { TrialServers } from './servers.ts'

export type Step = {
  name: string
  /** Done before, without load. */
  prepare?: () => Promise<unknown>
  take: () => Promise<unknown>
  /** Done afterwards, without load. */
  undo?: () => Promise<unknown>
  /** Calls may fail for some time: those to a node that was lost, until Kubernetes notices. */
  mayFail?: boolean | undefined
  /** How long it lasts at most; two minutes by default. */
  seconds?: number
}

export type Result = { cells: (string | number)[]; isHeld: boolean }

type Options = {
  voting: Voting
  recorder: Recorder
  servers: Pick<TrialServers, 'query'>
}

export const headings = [
  'step',
  'seconds',
  'acknowledged',
  'refused',
  'failed',
  'recovered',
  'lost',
  'waiting',
]

/** Time under load before each step, to detect failures that the step has not caused. */
const before = 3_000
const outboxMilliseconds = 60_000
const pollMilliseconds = 500

/**
 * Takes a step under load. Refused are calls with 503 and Retry-After; failed are all others without success. Lost
 * are acknowledged votes that the database does not have, and submissions with a wrong score. Waiting are events
 * that the bus has not accepted a minute later. Recovered is the time from the start of the step until calls succeed
 * again, in seconds; 0 if none was refused or failed.
 */
export const takeUnderLoad = async (
  { name, take, mayFail = false }: Step,
  options: Options,
): Promise<Result> => {
  const { voting, recorder } = options
  recorder.clear()
  const acknowledgedBefore = voting.acknowledged()
  voting.resume()
  await delay(before)
  const startedAt = performance.now()
  await take()
  const seconds = (performance.now() - startedAt) / 1_000
  const recovered = ((await untilSteady(recorder, startedAt)) / 1_000).toFixed(1)
  await voting.stop()
  const bad = recorder.since(0).filter(({ isGood }) => !isGood)
  const refused = bad.filter(({ outcome }) => outcome === '503').length
  const failed = bad.length - refused
  const { lost, waiting } = await verify(options)
  const acknowledged = voting.acknowledged() - acknowledgedBefore
  const cells = [name, seconds.toFixed(0), acknowledged, refused, failed, recovered, lost, waiting]
  console.log(
    `${name}: ${seconds.toFixed(0)} s, ${acknowledged} votes acknowledged, ${refused} calls refused, ` +
      `${failed} failed${failed > 0 ? ` (${failuresOf(bad)})` : ''}, recovered after ${recovered} s, ` +
      `${lost} votes lost, ${waiting} events waiting`,
  )
  for (const { group, outcome, startedAt: at } of bad.slice(0, 10))
    console.log(`  ${group} ${outcome} ${((at - startedAt) / 1_000).toFixed(1)} s after the start`)
  return { cells, isHeld: acknowledged > 0 && lost + waiting === 0 && (failed === 0 || mayFail) }
}

/** Compares the acknowledged votes with the database. No request may be in flight. */
const verify = async ({ voting, servers }: Options): Promise<{ lost: number; waiting: number }> => {
  const wrongs = await voting.wrongs()
  for (const wrong of wrongs.slice(0, 5)) console.log(`  ${wrong}`)
  const deadline = performance.now() + outboxMilliseconds
  let waiting = Number(await servers.query(eventsWaiting))
  while (waiting > 0 && performance.now() < deadline) {
    await delay(pollMilliseconds)
    waiting = Number(await servers.query(eventsWaiting))
  }
  return { lost: wrongs.length + Number(await servers.query(wrongScores)), waiting }
}

const eventsWaiting = 'SELECT count(*) FROM catalog.outbox'
