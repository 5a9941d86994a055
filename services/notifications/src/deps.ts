import { type DeadLetters, openDeadLetters } from '@answerable/service-kit/bus/dead-letters'
import { openLoadBalancer } from '@answerable/service-kit/calls/load-balancer'
import { type ServiceCall, serviceCaller } from '@answerable/service-kit/calls/service-caller'
import { openPool, type Pool } from '@answerable/service-kit/db'
import type { Log } from '@answerable/service-kit/log'
import { type Relay, startRelay } from '@answerable/service-kit/outbox/outbox'
import type { Kit } from '@answerable/service-kit/service'
import type { Config } from './config.ts'

export type Deps = {
  pool: Pool
  relay: Relay
  deadLetters: DeadLetters
  /** Calls the service that owns the submissions and comments. */
  catalog: ServiceCall
  closeCalls: () => Promise<void>
  log: Log
}

const poolSize = 4
const callTimeoutMilliseconds = 1_800

export const openDeps = async (config: Config, kit: Kit): Promise<Deps> => {
  const { bus, log, metrics, tracing } = kit
  const pool = openPool({
    url: config.DATABASE_URL,
    max: poolSize,
    name: 'notifications',
    log,
    metrics,
  })
  const replicas = openLoadBalancer({ url: config.CATALOG_URL })
  return {
    pool,
    relay: startRelay({ pool, bus, log, metrics }),
    deadLetters: openDeadLetters({ pool, log, metrics }),
    catalog: serviceCaller({
      issuer: 'notifications',
      replicas,
      keys: config.PASSPORT_KEYS,
      timeoutMilliseconds: callTimeoutMilliseconds,
      tracing,
    }),
    closeCalls: replicas.close,
    log,
  }
}

export const closeDeps = async (deps: Deps): Promise<void> => {
  deps.deadLetters.stop()
  await deps.relay.stop()
  await deps.closeCalls()
  await deps.pool.end()
}
