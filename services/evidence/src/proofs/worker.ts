import type { Pool } from '@answerable/service-kit/db'
import type { Log } from '@answerable/service-kit/log'
import type { Relay } from '@answerable/service-kit/outbox/outbox'
import type { Worker } from '@answerable/service-kit/process/worker'
import type { Fetching } from '../fetching/fetching.ts'
import { startJobs } from '../jobs.ts'
import { lookUpProof } from './look-up.ts'
import { claimProofs, saveProofCheck } from './store.ts'

const lookUpMilliseconds = 10_000
/** Proofs that an instance looks for at once. */
const maxJobs = 8

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
}): Worker =>
  startJobs({
    name: 'checking proofs',
    maxJobs,
    claim: (limit) => claimProofs(pool, limit),
    run: async (proof) => {
      const state = await lookUpProof(fetching, proof, lookUpMilliseconds)
      await saveProofCheck(pool, proof, state)
      relay.wake()
    },
    log,
  })
