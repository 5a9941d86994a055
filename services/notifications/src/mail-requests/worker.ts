import { startWorker, type Worker } from '@answerable/service-kit/process/worker'
import type { Deps } from '../deps.ts'
import { prepareDigests } from '../digests/store.ts'
import { requestMails } from './send.ts'

const polling = { pollMilliseconds: 1_000 }

/** Prepares digests that are due, and requests mails from auth. Several instances share both. */
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
    polling,
  )
  const prepare = async (): Promise<number> => {
    const prepared = await prepareDigests(deps.pool)
    if (prepared > 0) requests.wake()
    return prepared
  }
  const digests = startWorker(repeat(prepare, 'preparing digests failed, will be retried'), polling)
  return {
    stop: async () => {
      await Promise.all([requests.stop(), digests.stop()])
    },
  }
}
