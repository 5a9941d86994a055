import { type DeadLetters, openDeadLetters } from '@answerable/service-kit/bus/dead-letters'
import { type LoadBalancer, openLoadBalancer } from '@answerable/service-kit/calls/load-balancer'
import { type ServiceCall, serviceCaller } from '@answerable/service-kit/calls/service-caller'
import { openPool, type Pool } from '@answerable/service-kit/db'
import type { Log } from '@answerable/service-kit/log'
import { type Relay, startRelay } from '@answerable/service-kit/outbox/outbox'
import type { Worker } from '@answerable/service-kit/process/worker'
import type { Kit } from '@answerable/service-kit/service'
import { type ClaimChecks, openClaimChecks } from './claims/checks.ts'
import { startClaimSweep } from './claims/sweep.ts'
import type { Config } from './config.ts'
import { type Reconciler, startReconciler } from './decisions/reconciler.ts'
import { startLogSharing } from './log/sharing.ts'
import { startNoticeMailer } from './notices/mailer.ts'
import { startCountSharing } from './transparency/sharing.ts'

export type Deps = {
  config: Pick<Config, 'FLAG_REVIEW_THRESHOLD' | 'PUBLIC_ORIGIN'>
  pool: Pool
  /** Calls the service that owns the accounts. */
  auth: ServiceCall
  /** Calls the service that owns the submissions. */
  catalog: ServiceCall
  /** Looks for published proofs of claims. */
  claimChecks: ClaimChecks
  claimSweep: Worker
  relay: Relay
  deadLetters: DeadLetters
  reconciler: Reconciler
  noticeMailer: Worker
  /** Gives catalog the public part of the log. */
  logSharing: Worker
  /** Gives catalog the numbers of appeals and notices. */
  countSharing: Worker
  closeCalls: () => Promise<void>
  log: Log
}

/** Two calls one after the other still end before the gateway gives up. */
const callTimeoutMilliseconds = 1_800
/** A look-up of a proof takes up to 10 seconds. Members do not wait for it. */
const proofTimeoutMilliseconds = 12_000

export const openDeps = async (
  config: Config,
  { bus, log, metrics, tracing }: Kit,
): Promise<Deps> => {
  const pool = openPool({
    url: config.DATABASE_URL,
    max: config.MODERATION_DB_CONNECTIONS,
    name: 'moderation',
    log,
    metrics,
  })
  const instances = {
    auth: openLoadBalancer({ url: config.AUTH_URL }),
    catalog: openLoadBalancer({ url: config.CATALOG_URL }),
    evidence: openLoadBalancer({ url: config.EVIDENCE_URL }),
  }
  const callTo = (
    replicas: LoadBalancer,
    timeoutMilliseconds = callTimeoutMilliseconds,
  ): ServiceCall =>
    serviceCaller({
      issuer: 'moderation',
      replicas,
      keys: config.PASSPORT_KEYS,
      timeoutMilliseconds,
      tracing,
    })
  const evidence = callTo(instances.evidence, proofTimeoutMilliseconds)
  const [auth, catalog] = [callTo(instances.auth), callTo(instances.catalog)]
  const relay = startRelay({ pool, bus, log, metrics })
  const deadLetters = openDeadLetters({ pool, log, metrics })
  const reconciler = startReconciler({ pool, auth, catalog, relay, log })
  const noticeMailer = startNoticeMailer({ pool, auth, log })
  const logSharing = startLogSharing({ pool, catalog, log })
  const countSharing = startCountSharing({ pool, catalog, log })
  const closeCalls = async (): Promise<void> => {
    await Promise.all(Object.values(instances).map((replicas) => replicas.close()))
  }
  const claimWork = { pool, catalog, evidence, relay, log }
  const claimChecks = openClaimChecks(claimWork)
  const claimSweep = startClaimSweep(claimWork)
  return {
    claimChecks,
    claimSweep,
    config,
    pool,
    auth,
    catalog,
    relay,
    deadLetters,
    reconciler,
    noticeMailer,
    logSharing,
    countSharing,
    closeCalls,
    log,
  }
}

export const closeDeps = async (deps: Deps): Promise<void> => {
  await deps.claimSweep.stop()
  await deps.claimChecks.stop()
  await deps.reconciler.stop()
  await deps.noticeMailer.stop()
  await deps.logSharing.stop()
  await deps.countSharing.stop()
  deps.deadLetters.stop()
  await deps.relay.stop()
  await deps.closeCalls()
  await deps.pool.end()
}
