import type { Pool } from '@answerable/service-kit/db'
import type { Log } from '@answerable/service-kit/log'
import { startWorker, type Worker } from '@answerable/service-kit/process/worker'
import type { Config } from '../config.ts'
import { isDue } from './due-snapshot.ts'
import { runThread } from './thread.ts'

const pollMilliseconds = 2_000
const pauseAfterFailureMilliseconds = 600_000

type Options = { pool: Pool; log: Log; config: Config }

/** Takes a snapshot each night, in one of the instances. */
export const startSnapshots = ({ pool, log, config }: Options): Worker => {
  let notBefore = 0
  const pause = (): void => {
    notBefore = performance.now() + pauseAfterFailureMilliseconds
  }
  return startWorker(
    async (stopping) => {
      if (performance.now() < notBefore) return
      try {
        if (!(await isDue(pool))) return
        if (!(await runThread(config, stopping))) pause()
      } catch (error) {
        if (stopping.aborted) return
        pause()
        log.error({ err: error }, 'the snapshot of the open data failed, will be retried')
      }
    },
    { pollMilliseconds },
  )
}
