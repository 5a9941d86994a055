import type { Pool } from '@answerable/service-kit/db'
import type { Log } from '@answerable/service-kit/log'
import type { Relay } from '@answerable/service-kit/outbox/outbox'
import { startWorker, type Worker } from '@answerable/service-kit/process/worker'
import type { Fetching } from '../fetching/fetching.ts'
import { lookUpProof } from './look-up.ts'
import { claimProofs, saveProofCheck } from './store.ts'

const pollMilliseconds = 1_000
const lookUpMilliseconds = 10_000
const proofsPerStep = 8

/** Checks the proofs of claims daily, in the background. Several instances share the work. */
export const startProofChecks = ({
  pool,
  fetching,
  relay,
  log,
}: {
  pool: Pool
  fetching: Fetching
  relay: Pick<Relay, 'wake'>
  log: Log
}): Worker => {
  const pass = async (stopping: AbortSignal): Promise<void> => {
    while (!stopping.aborted) {
      const due = await claimProofs(pool, proofsPerStep)
      if (due.length === 0) return
      await Promise.all(
        due.map(async (proof) => {
          const state = await lookUpProof(fetching, proof, lookUpMilliseconds)
          await saveProofCheck(pool, proof, state)
        }),
      )
      relay.wake()
    }
  }
  return startWorker(
    (stopping) =>
      pass(stopping).catch((error: unknown) =>
        log.warn({ err: error }, 'checking proofs failed, will be retried'),
      ),
    { pollMilliseconds },
  )
}
