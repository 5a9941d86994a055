import { openPool, type Pool } from '@answerable/service-kit/db'
import type { Log } from '@answerable/service-kit/log'
import type { Kit } from '@answerable/service-kit/service'
import type { Config } from './config.ts'
import { type Housekeeping, startHousekeeping } from './groups/housekeeping.ts'
import { type SightingQueue, startQueue } from './groups/queue.ts'
import { writeBatches } from './groups/store.ts'

export type Deps = {
  pool: Pool
  queue: SightingQueue
  housekeeping: Housekeeping
  log: Log
}

export const openDeps = async (config: Config, { log, metrics }: Kit): Promise<Deps> => {
  const pool = openPool({
    url: config.DATABASE_URL,
    max: config.DIAGNOSTICS_DB_CONNECTIONS,
    name: 'diagnostics',
    log,
    metrics,
  })
  return {
    pool,
    queue: startQueue({ write: (batches) => writeBatches(pool, batches), log }),
    housekeeping: startHousekeeping({ pool, log }),
    log,
  }
}

export const closeDeps = async (deps: Deps): Promise<void> => {
  deps.housekeeping.stop()
  await deps.queue.stop()
  await deps.pool.end()
}
