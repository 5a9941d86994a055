import { randomUUID } from 'node:crypto'
import { maxSharedCounts, shareCounts } from '@answerable/contracts/transparency'
import type { ServiceCall } from '@answerable/service-kit/calls/service-caller'
import type { Pool } from '@answerable/service-kit/db'
import type { Log } from '@answerable/service-kit/log'
import { startWorker, type Worker } from '@answerable/service-kit/process/worker'
import { readCounts } from './store.ts'

const pollMilliseconds = 10_000

type Options = { pool: Pool; catalog: ServiceCall; log: Log }

/** Gives catalog the numbers of appeals and notices by month: all at the start, then those that may have changed. */
export const startCountSharing = ({ pool, catalog, log }: Options): Worker => {
  let shared = ''
  let months: 'all' | 'recent' = 'all'
  let failing = false
  return startWorker(
    async (stopping) => {
      try {
        const counts = await readCounts(pool, months)
        const text = JSON.stringify(counts)
        if (text === shared) return
        for (let from = 0; from < counts.length; from += maxSharedCounts) {
          if (stopping.aborted) return
          const body = { counts: counts.slice(from, from + maxSharedCounts) }
          await catalog(shareCounts, { body }, randomUUID())
        }
        shared = text
        months = 'recent'
        failing = false
      } catch (error) {
        if (!failing) log.warn({ err: error }, 'sending counts to catalog failed, will be retried')
        failing = true
      }
    },
    { pollMilliseconds },
  )
}
