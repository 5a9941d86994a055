import { type DeadLetters, openDeadLetters } from '@answerable/service-kit/bus/dead-letters'
import { openLoadBalancer } from '@answerable/service-kit/calls/load-balancer'
import { type ServiceCall, serviceCaller } from '@answerable/service-kit/calls/service-caller'
import { isProduction } from '@answerable/service-kit/config'
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
import { startDeliveries } from './webhooks/deliveries.ts'
import { type WebhookSecrets, webhookSecrets } from './webhooks/signing.ts'

export type Deps = {
  pool: Pool
  relay: Relay
  deadLetters: DeadLetters
  /** Null if the site makes no connections to others. */
  fetching: Fetching | null
  /** Checks links; null if the site makes no connections to others. */
  checks: Worker | null
  proofChecks: Worker | null
  /** Sends webhooks. */
  deliveries: Worker | null
  secrets: WebhookSecrets
  isProduction: boolean
  /** Calls the service that owns the boycotts. */
  catalog: ServiceCall
  closeCalls: () => Promise<void>
  housekeeping: Housekeeping
  log: Log
}

const callTimeoutMilliseconds = 1_800

export const openDeps = async (
  config: Config,
  { bus, log, metrics, tracing }: Kit,
): Promise<Deps> => {
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
  const secrets = webhookSecrets(config.WEBHOOK_KEY)
  const replicas = openLoadBalancer({ url: config.CATALOG_URL })
  const catalog = serviceCaller({
    issuer: 'evidence',
    replicas,
    keys: config.PASSPORT_KEYS,
    timeoutMilliseconds: callTimeoutMilliseconds,
    tracing,
  })
  return {
    pool,
    relay,
    deadLetters: openDeadLetters({ pool, log, metrics }),
    fetching,
    checks: fetching && startChecks({ pool, fetching, relay, log, onChecked }),
    proofChecks: fetching && startProofChecks({ pool, fetching, relay, log }),
    deliveries: fetching && startDeliveries({ pool, catalog, fetching, secrets, relay, log }),
    secrets,
    isProduction: isProduction(config),
    catalog,
    closeCalls: replicas.close,
    housekeeping: startHousekeeping({ pool, log }),
    log,
  }
}

export const closeDeps = async (deps: Deps): Promise<void> => {
  deps.housekeeping.stop()
  deps.deadLetters.stop()
  await Promise.all([deps.checks?.stop(), deps.proofChecks?.stop(), deps.deliveries?.stop()])
  await deps.relay.stop()
  await deps.closeCalls()
  await deps.pool.end()
}
