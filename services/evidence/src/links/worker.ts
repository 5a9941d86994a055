import type { LinkState } from '@answerable/contracts/links'
import type { Pool } from '@answerable/service-kit/db'
import type { Log } from '@answerable/service-kit/log'
import type { Relay } from '@answerable/service-kit/outbox/outbox'
import type { Worker } from '@answerable/service-kit/process/worker'
import { FetchFailure } from '../fetching/failure.ts'
import type { Fetching, Page } from '../fetching/fetching.ts'
import { startJobs } from '../jobs.ts'
import { verdictOf } from './rules.ts'
import { claimJobs, hasWayOut, type Job, recordWayOut, saveVerdict } from './store.ts'

/** Links that an instance reads at once, each over one connection or waiting for the turn of a host. */
const maxJobs = 4

/** Checks links that are due, in the background. Several instances share the work. */
export const startChecks = (options: {
  pool: Pool
  fetching: Pick<Fetching, 'readPage'>
  relay: Pick<Relay, 'wake'>
  log: Log
  onChecked: (state: LinkState | 'postponed') => void
}): Worker => {
  const { pool, fetching, relay, log, onChecked } = options

  const check = async (job: Job, stopping: AbortSignal): Promise<void> => {
    const outcome = await read(job, stopping)
    // The lease ends, and another instance checks it.
    if (stopping.aborted) return
    const isResponse = !(outcome instanceof FetchFailure)
    if (isResponse) await recordWayOut(pool)
    const verdict = verdictOf(outcome, {
      hash: job.hash,
      hasWayOut: isResponse || (await hasWayOut(pool)),
    })
    await saveVerdict(pool, job, verdict)
    onChecked(verdict?.state ?? 'postponed')
    relay.wake()
  }

  const read = (job: Job, stopping: AbortSignal): Promise<Page | FetchFailure> =>
    fetching.readPage(job.address, { turn: job.turn, stopping }).catch((error: unknown) => {
      if (error instanceof FetchFailure) return error
      throw error
    })

  return startJobs({
    name: 'checking links',
    maxJobs,
    claim: (limit) => claimJobs(pool, limit),
    run: check,
    log,
  })
}
