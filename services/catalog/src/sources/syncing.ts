import type { Pool } from '@answerable/service-kit/db'
import type { Log } from '@answerable/service-kit/log'
import type { Relay } from '@answerable/service-kit/outbox/outbox'
import { startWorker, type Worker } from '@answerable/service-kit/process/worker'
import { syncBatch } from './sync.ts'

const pollMilliseconds = 2_000
const submissionsPerBatch = 50

/**
 * Attaches the sources of submissions that existed before their links were rows, and of merged and restored ones, in
 * the background. Several instances share the work.
 */
export const startSourceSyncing = ({
  pool,
  relay,
  log,
}: {
  pool: Pool
  relay: Pick<Relay, 'wake'>
  log: Log
}): Worker =>
  startWorker(
    async (stopping) => {
      try {
        let synced = submissionsPerBatch
        while (!stopping.aborted && synced === submissionsPerBatch) {
          synced = await syncBatch(pool, submissionsPerBatch)
          if (synced > 0) relay.wake()
        }
      } catch (error) {
        log.warn({ err: error }, 'writing the links of sources failed, will be retried')
      }
    },
    { pollMilliseconds },
  )
