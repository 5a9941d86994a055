import { setTimeout as delay } from 'node:timers/promises'
import { openPool, type Pool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import { patientUrl } from '@answerable/service-kit/testing/patient-url'
import { type Client, openClient } from './client.ts'
import { type Load, startLoad } from './load.ts'
import { type Population, populate } from './members.ts'
import { millisecondsUntilBack, openRecorder, type Recorder, type Sample } from './samples.ts'
import { type FaultSite, startFaultSite } from './site.ts'
import { openPage, type Page } from './sockets.ts'

/** A running site with members, load and an open page. */
export type Stage = {
  readonly site: FaultSite
  readonly db: Pool
  readonly people: Population
  readonly client: Client
  readonly recorder: Recorder
  readonly load: Load
  readonly page: Page
  /** Halves the load, or throws if it must stay or is too small already to show a fault. */
  readonly halveLoad: () => void
  readonly halvings: () => number
  /** A site that is not stable after this time counts as broken. */
  readonly patienceMilliseconds: number
  readonly close: () => Promise<void>
}

const steadyMilliseconds = 2_000
/** More than the client's timeouts, so that a call without a response ends before. */
const patienceMilliseconds = { browser: 40_000, patient: 300_000 }
const maxHalvings = 4
/** If calls take longer without a fault, a fault overloads the site: its own timeouts would be found, not the fault's. */
export const quickMilliseconds = 1_000

type StageOptions = Parameters<typeof startFaultSite>[0] & {
  rate: number
  mayHalveLoad?: boolean
  isPatient?: boolean
}

/**
 * `rate` is in writes per second; with `isLinked`, the connections between programs can be degraded; with
 * `mayHalveLoad`, a machine that cannot sustain the load gets half of it; with `isPatient`, slow calls are no failures.
 */
export const openStage = async (options: StageOptions): Promise<Stage> => {
  const site = await startFaultSite(options)
  const log = createLog({ service: 'faults', level: 'silent' })
  const db = openPool({ url: patientUrl(site.ownerUrl), max: 3, name: 'faults', log })
  const people = await populate(db, { memberCount: 3_000, submissionCount: 300 })
  const isPatient = options.isPatient === true
  const client = openClient(site.gatewayUrls, { isPatient })
  const recorder = openRecorder()
  const page = openPage(client.gateway)
  const load = startLoad({ client, recorder, people, rate: options.rate })
  let halvings = 0
  return {
    ...{ site, db, people, client, recorder, load, page },
    patienceMilliseconds: patienceMilliseconds[isPatient ? 'patient' : 'browser'],
    halvings: () => halvings,
    halveLoad: () => {
      if (options.mayHalveLoad !== true)
        throw new Error('This machine cannot sustain this load now: try a smaller --rate.')
      if (halvings === maxHalvings)
        throw new Error('This machine is too slow: a sixteenth of the load is still too much.')
      halvings += 1
      load.halve()
    },
    close: async () => {
      load.abandon()
      page.close()
      client.close()
      await db.end()
      await site.stop()
    },
  }
}

type Patience = {
  /** Calls that take longer count as failures. */
  maxCallMilliseconds?: number
  patienceMilliseconds?: number
}

/**
 * Resolves when the site has been stable for a while; returns the milliseconds from `from` until it was
 * stable, or Infinity if it did not become stable in time.
 */
export const untilSteady = async (
  recorder: Recorder,
  from: number,
  patience: Patience = {},
): Promise<number> => {
  const { maxCallMilliseconds = Number.POSITIVE_INFINITY } = patience
  const endsAt = performance.now() + (patience.patienceMilliseconds ?? patienceMilliseconds.browser)
  const judged = (sample: Sample): Sample => ({
    ...sample,
    isGood: sample.isGood && sample.endedAt - sample.startedAt <= maxCallMilliseconds,
  })
  while (performance.now() < endsAt) {
    await delay(500)
    const settled = recorder.settledUntil()
    const samples = recorder.since(from).map(judged)
    const back = millisecondsUntilBack(samples, { from, until: settled })
    if (settled - from - back >= steadyMilliseconds) return back
  }
  return Number.POSITIVE_INFINITY
}

/**
 * A fault on an unstable site proves nothing: resolves when the site has been stable and quick for a while, which may
 * have passed before the call.
 */
export const beginSteadily = async ({
  recorder,
  halveLoad,
}: Pick<Stage, 'recorder' | 'halveLoad'>): Promise<void> => {
  const isSteady = async (): Promise<boolean> => {
    const from = Math.max(recorder.completeSince(), performance.now() - steadyMilliseconds)
    const patience = { maxCallMilliseconds: quickMilliseconds }
    return Number.isFinite(await untilSteady(recorder, from, patience))
  }
  while (!(await isSteady())) halveLoad()
  recorder.clear()
}
