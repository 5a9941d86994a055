import { openPool, type Pool } from '@answerable/service-kit/db'
import type { Log } from '@answerable/service-kit/log'
import type { Kit } from '@answerable/service-kit/service'
import type { Config } from './config.ts'

export type Deps = { pool: Pool; log: Log }

const poolSize = 2

export const openDeps = async (config: Config, { log }: Kit): Promise<Deps> => ({
  pool: openPool({ url: config.DATABASE_URL, max: poolSize, name: 'diagnostics', log }),
  log,
})

export const closeDeps = (deps: Deps): Promise<void> => deps.pool.end()
