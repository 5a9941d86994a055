import { setTimeout as delay } from 'node:timers/promises'
import { openPool, type Pool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import { type Client, openClient } from './client.ts'
import { type Load, startLoad } from './load.ts'
import { populate } from './members.ts'
import { millisecondsUntilBack, openRecorder, type Recorder } from './samples.ts'
import { type FaultSite, startFaultSite } from './site.ts'
import { openPage, type Page } from './sockets.ts'

/** A site with people on it. */
export type Stage = {
  readonly site: FaultSite
  readonly db: Pool
  readonly client: Client
  readonly recorder: Recorder
  readonly load: Load
  readonly page: Page
  readonly close: () => Promise<void>
}

const steadyMilliseconds = 2_000
const patienceMilliseconds = 40_000

/** `rate` is of writes in a second; with links the ways between the parts can be made worse. */
export const openStage = async (options: { rate: number; isLinked: boolean }): Promise<Stage> => {
  const site = await startFaultSite(options)
  const log = createLog({ service: 'faults', level: 'silent' })
  const db = openPool({ url: site.ownerUrl, max: 3, name: 'faults', log })
  const people = await populate(db, { memberCount: 3_000, submissionCount: 300 })
  const client = openClient(site.gatewayUrls)
  const recorder = openRecorder()
  const page = openPage(client.gateway)
  const load = startLoad({ client, recorder, people, rate: options.rate })
  return {
    ...{ site, db, client, recorder, load, page },
    close: async () => {
      load.abandon()
      page.close()
      client.close()
      await db.end()
      await site.stop()
    },
  }
}

/** Resolves when the site has been well for a while; answers since when after `from`. */
export const untilSteady = async (recorder: Recorder, from: number): Promise<number> => {
  while (true) {
    await delay(500)
    const settled = recorder.settledUntil()
    const back = millisecondsUntilBack(recorder.since(from), { from, until: settled })
    const isSteady = settled - from - back >= steadyMilliseconds
    if (isSteady || performance.now() - from > patienceMilliseconds) return back
  }
}

/** What is done to a site that is not well says nothing. Throws when it does not get well. */
export const beginSteadily = async (recorder: Recorder): Promise<void> => {
  recorder.clear()
  const startedAt = performance.now()
  const back = await untilSteady(recorder, startedAt)
  if (recorder.settledUntil() - startedAt - back < steadyMilliseconds)
    throw new Error('This machine cannot sustain this load now: try a smaller --rate.')
  recorder.clear()
}
