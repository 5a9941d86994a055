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
  /** Halves the load, or throws if it must stay. */
  readonly halveLoad: () => void
  readonly close: () => Promise<void>
}

const steadyMilliseconds = 2_000
const timeoutMilliseconds = 40_000
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
  const client = openClient(site.gatewayUrls, { isPatient: options.isPatient === true })
  const recorder = openRecorder()
  const page = openPage(client.gateway)
  const load = startLoad({ client, recorder, people, rate: options.rate })
  return {
    ...{ site, db, people, client, recorder, load, page },
    halveLoad: () => {
      if (options.mayHalveLoad !== true)
        throw new Error('This machine cannot sustain this load now: try a smaller --rate.')
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

/**
 * Resolves when the site has been stable for a while; returns the milliseconds from `from` until it was
 * stable. Calls that take longer than `maxMilliseconds` count as failures.
 */
export const untilSteady = async (
  recorder: Recorder,
  from: number,
  maxMilliseconds = Number.POSITIVE_INFINITY,
): Promise<number> => {
  const judged = (sample: Sample): Sample => ({
    ...sample,
    isGood: sample.isGood && sample.endedAt - sample.startedAt <= maxMilliseconds,
  })
  while (true) {
    await delay(500)
    const settled = recorder.settledUntil()
    const samples = recorder.since(from).map(judged)
    const back = millisecondsUntilBack(samples, { from, until: settled })
    const isSteady = settled - from - back >= steadyMilliseconds
    if (isSteady || performance.now() - from > timeoutMilliseconds) return back
  }
}

/**
 * A fault on an unstable site proves nothing: resolves when the site has been stable and quick for a while, which may
 * have passed before the call.
 */
export const beginSteadily = async ({
  recorder,
  halveLoad,
}: Pick<Stage, 'recorder' | 'halveLoad'>): Promise<void> => {
  while (true) {
    const from = Math.max(recorder.completeSince(), performance.now() - steadyMilliseconds)
    const back = await untilSteady(recorder, from, quickMilliseconds)
    if (recorder.settledUntil() - from - back >= steadyMilliseconds) break
    halveLoad()
  }
  recorder.clear()
}
