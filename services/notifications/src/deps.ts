import { type DeadLetters, openDeadLetters } from '@answerable/service-kit/bus/dead-letters'
import { openLoadBalancer } from '@answerable/service-kit/calls/load-balancer'
import { type ServiceCall, serviceCaller } from '@answerable/service-kit/calls/service-caller'
import { openPool, type Pool } from '@answerable/service-kit/db'
import type { Log } from '@answerable/service-kit/log'
import { type Relay, startRelay } from '@answerable/service-kit/outbox/outbox'
import type { Kit } from '@answerable/service-kit/service'
import type { Config } from './config.ts'
import { measureDigests } from './digests/metrics.ts'
import { measureFanOuts } from './fan-out/metrics.ts'
import { notifyNextFollowers } from './fan-out/store.ts'
import { type Housekeeping, startHousekeeping } from './housekeeping.ts'
import { startMailWorkers } from './mail-requests/worker.ts'
import { type Milestones, openMilestones } from './milestones/milestones.ts'
import { compareNextSearches } from './searches/store.ts'
import { startWorker, type Worker } from './worker.ts'

export type Deps = {
  pool: Pool
  relay: Relay
  deadLetters: DeadLetters
  /** Calls the service that owns the submissions and comments. */
  catalog: ServiceCall
  /** Calls the service that sends mails. */
  auth: ServiceCall
  mailWorkers: { stop: () => Promise<void> }
  closeCalls: () => Promise<void>
  /** Notifies followers, batch by batch. */
  fanOuts: Worker
  /** Compares new submissions with followed searches. */
  comparisons: Worker
  milestones: Milestones
  housekeeping: Housekeeping
  log: Log
}

const callTimeoutMilliseconds = 1_800

export const openDeps = async (config: Config, kit: Kit): Promise<Deps> => {
  const { bus, log, metrics, tracing } = kit
  const pool = openPool({
    url: config.DATABASE_URL,
    max: config.NOTIFICATIONS_DB_CONNECTIONS,
    name: 'notifications',
    log,
    metrics,
  })
  const relay = startRelay({ pool, bus, log, metrics })
  const owner = (url: string) => {
    const replicas = openLoadBalancer({ url })
    const call = serviceCaller({
      issuer: 'notifications',
      replicas,
      keys: config.PASSPORT_KEYS,
      timeoutMilliseconds: callTimeoutMilliseconds,
      tracing,
    })
    return { call, close: replicas.close }
  }
  const owners = { catalog: owner(config.CATALOG_URL), auth: owner(config.AUTH_URL) }
  const [catalog, auth] = [owners.catalog.call, owners.auth.call]
  const fanOuts = startWorker({
    step: () => notifyNextFollowers(pool),
    onStep: relay.wake,
    log,
  })
  measureFanOuts(pool, metrics)
  measureDigests(pool, metrics)
  return {
    pool,
    relay,
    deadLetters: openDeadLetters({ pool, log, metrics }),
    catalog,
    auth,
    mailWorkers: startMailWorkers({ pool, catalog, auth, log }),
    closeCalls: async () => {
      await Promise.all([owners.catalog.close(), owners.auth.close()])
    },
    fanOuts,
    comparisons: startWorker({
      step: () => compareNextSearches(pool, catalog),
      onStep: fanOuts.wake,
      log,
    }),
    milestones: openMilestones({ pool, catalog, onCommit: relay.wake }),
    housekeeping: startHousekeeping({ pool, log }),
    log,
  }
}

export const closeDeps = async (deps: Deps): Promise<void> => {
  deps.housekeeping.stop()
  deps.deadLetters.stop()
  await Promise.all([deps.comparisons.stop(), deps.fanOuts.stop(), deps.mailWorkers.stop()])
  await deps.relay.stop()
  await deps.closeCalls()
  await deps.pool.end()
}
