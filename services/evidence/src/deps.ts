import { type DeadLetters, openDeadLetters } from '@answerable/service-kit/bus/dead-letters'
import { openPool, type Pool } from '@answerable/service-kit/db'
import type { Log } from '@answerable/service-kit/log'
import { type Relay, startRelay } from '@answerable/service-kit/outbox/outbox'
import type { Worker } from '@answerable/service-kit/process/worker'
import type { Kit } from '@answerable/service-kit/service'
import type { Config } from './config.ts'
import { type Fetching, openFetching } from './fetching/fetching.ts'
import { publicNetwork, testNetwork } from './fetching/network.ts'
import { type Housekeeping, startHousekeeping } from './housekeeping.ts'
import { measureLinks } from './links/metrics.ts'
import { startChecks } from './links/worker.ts'
import { startProofChecks } from './proofs/worker.ts'

export type Deps = {
  pool: Pool
  relay: Relay
  deadLetters: DeadLetters
  /** Null if the site makes no connections to others. */
  fetching: Fetching | null
  /** Checks links; null if the site makes no connections to others. */
  checks: Worker | null
  proofChecks: Worker | null
  housekeeping: Housekeeping
  log: Log
}

export const openDeps = async (config: Config, { bus, log, metrics }: Kit): Promise<Deps> => {
  const pool = openPool({
    url: config.DATABASE_URL,
    max: config.EVIDENCE_DB_CONNECTIONS,
    name: 'evidence',
    log,
    metrics,
  })
  const relay = startRelay({ pool, bus, log, metrics })
  const { EVIDENCE_TEST_NETWORK: forTests, PUBLIC_ORIGIN } = config
  const network = forTests === undefined ? publicNetwork() : testNetwork(forTests)
  const isOn = config.CHECK_SOURCES === 'on'
  const fetching = isOn ? openFetching({ pool, network, siteOrigin: PUBLIC_ORIGIN }) : null
  const onChecked = measureLinks(pool, metrics, { isOn })
  return {
    pool,
    relay,
    deadLetters: openDeadLetters({ pool, log, metrics }),
    fetching,
    checks: fetching && startChecks({ pool, fetching, relay, log, onChecked }),
    proofChecks: fetching && startProofChecks({ pool, fetching, relay, log }),
    housekeeping: startHousekeeping({ pool, log }),
    log,
  }
}

export const closeDeps = async (deps: Deps): Promise<void> => {
  deps.housekeeping.stop()
  deps.deadLetters.stop()
  await Promise.all([deps.checks?.stop(), deps.proofChecks?.stop()])
  await deps.relay.stop()
  await deps.pool.end()
}
