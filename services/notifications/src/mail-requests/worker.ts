import { startWorker, type Worker } from '@answerable/service-kit/process/worker'
import type { Deps } from '../deps.ts'
import { prepareDigests } from '../digests/store.ts'
import { requestMails } from './send.ts'
import { findDueMails } from './store.ts'

const polling = { pollMilliseconds: 1_000 }
const afterWakeUps = { pollMilliseconds: null }

/**
 * Prepares digests that are due, and requests mails from auth. One statement a second finds out whether there are any.
 * Several instances share both.
 */
export const startMailWorkers = (
  deps: Pick<Deps, 'pool' | 'catalog' | 'auth' | 'log'>,
): Pick<Worker, 'stop'> => {
  const repeat =
    (step: () => Promise<number>, failure: string) =>
    async (stopping: AbortSignal): Promise<void> => {
      try {
        while (!stopping.aborted && (await step()) > 0);
      } catch (error) {
        deps.log.warn({ err: error }, failure)
      }
    }
  const requests = startWorker(
    repeat(() => requestMails(deps), 'requesting mails failed, will be retried'),
    afterWakeUps,
  )
  const prepare = async (): Promise<number> => {
    const prepared = await prepareDigests(deps.pool)
    if (prepared > 0) requests.wake()
    return prepared
  }
  const digests = startWorker(
    repeat(prepare, 'preparing digests failed, will be retried'),
    afterWakeUps,
  )
  const poll = startWorker(async () => {
    // A failure is reported by the work that then fails too.
    const due = await findDueMails(deps.pool).catch(() => ({ requests: true, digests: true }))
    if (due.requests) requests.wake()
    if (due.digests) digests.wake()
  }, polling)
  return {
    stop: async () => {
      await Promise.all([poll.stop(), requests.stop(), digests.stop()])
    },
  }
}
