import { join, resolve } from 'node:path'
import { auth } from '@answerable/auth/service'
import { catalog } from '@answerable/catalog/service'
import type { ServiceName } from '@answerable/contracts/route'
import { diagnostics } from '@answerable/diagnostics/service'
import { evidence } from '@answerable/evidence/service'
import { mailboxLink } from '@answerable/gateway/mailbox'
import { gateway } from '@answerable/gateway/service'
import { trustCertificates } from '@answerable/infra/certificates'
import { databaseAt, migrate } from '@answerable/infra/migrate/migrate'
import {
  codeKey,
  database,
  databasePasswords,
  mailboxKey,
  serviceDatabaseUrl,
  webhookKey,
} from '@answerable/infra/secrets/derived'
import { storedSecretKey } from '@answerable/infra/secrets/stored-key'
import type { SiteSettings } from '@answerable/infra/settings'
import { moderation } from '@answerable/moderation/service'
import { notifications } from '@answerable/notifications/service'
import { realtime } from '@answerable/realtime/service'
import { memoryBus } from '@answerable/service-kit/bus/memory-bus'
import { natsBus } from '@answerable/service-kit/bus/nats-bus'
import { passportKeysFor } from '@answerable/service-kit/calls/passport'
import type { Environment } from '@answerable/service-kit/config'
import type { Connections } from '@answerable/service-kit/connections'
import { createLog, type Log } from '@answerable/service-kit/log'
import type { Metrics } from '@answerable/service-kit/observability/metrics'
import { openObservability } from '@answerable/service-kit/observability/observability'
import { memoryRateLimitStore } from '@answerable/service-kit/rate-limit/memory-store'
import { redisRateLimitStore } from '@answerable/service-kit/rate-limit/redis-store'
import { type RunningService, startService } from '@answerable/service-kit/service'
import { lockDataDirectory } from './data-directory.ts'
import { keepPostgresRunning } from './postgres/keeper.ts'

export type Site = {
  /** URL of the gateway. */
  url: string
  /** URL of its metrics; null if they are off. */
  metricsUrl: string | null
  /** URL of the database for its owner; for seeding and tests only. */
  ownerUrl: string
  /** Link to the mailbox; null if mails are sent. */
  mailboxLink: string | null
  stop: () => Promise<void>
}

type Options = {
  settings: SiteSettings
  webDirectory: string
  /** Called with each step of the start. */
  onProgress: (step: string) => void
}

/** Starts everything in this process: database, bus, rate limits, all services and the gateway. */
export const startSite = async ({ settings, webDirectory, onProgress }: Options): Promise<Site> => {
  const log = createLog({ service: 'site', level: settings.LOG_LEVEL })
  trustCertificates(settings.CA_FILE)
  const undo: (() => Promise<void>)[] = []
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const dataDirectory = resolve(settings.DATA_DIR)
    const lock = await lockDataDirectory(dataDirectory)
    undo.push(lock.release)
    const masterKey = settings.SECRET_KEY ?? (await storedSecretKey(dataDirectory))
    const ownerUrl = await openDatabase()
    onProgress('Preparing the database')
    const passwords = databasePasswords(masterKey)
    await migrate({ ownerUrl, database, passwords, log })
    let allSubscribed = false
    const watch = await openObservability(settings, dataDirectory)
    undo.push(watch.close)
    const metrics = watch.metricsOf('site')
    const isOpen = () => allSubscribed
    const connections = { ...openConnections(settings, { log, metrics, isOpen }), watch }
    undo.push(async () => {
      await connections.bus.close()
      await connections.rateLimitStore.close()
    })
    onProgress('Starting the services')
    const hasMailbox = settings.SMTP_URL === undefined && settings.MAILBOX !== 'off'
    const environmentOf = (service: ServiceName): Environment => ({
      ...settings.environment,
      LOG_LEVEL: settings.LOG_LEVEL,
      OPEN_DATA_DIR: join(dataDirectory, 'open-data'),
      HOST: '127.0.0.1',
      PORT: '0',
      PUBLIC_ORIGIN: settings.PUBLIC_ORIGIN,
      DATABASE_URL: serviceDatabaseUrl({ ownerUrl, service, masterKey }),
      PASSPORT_KEYS: passportKeysFor(masterKey, service),
      CODE_KEY: codeKey(masterKey),
      WEBHOOK_KEY: webhookKey(masterKey),
    })
    // The others call these.
    const called = await Promise.all([
      started(startService(auth, environmentOf('auth'), connections)),
      started(startService(catalog, environmentOf('catalog'), connections)),
    ])
    const owners = [
      ...called,
      await started(
        startService(
          evidence,
          { ...environmentOf('evidence'), ...addressesOf(called) },
          connections,
        ),
      ),
    ]
    const others = await Promise.all([
      started(
        startService(
          moderation,
          { ...environmentOf('moderation'), ...addressesOf(owners) },
          connections,
        ),
      ),
      started(startService(diagnostics, environmentOf('diagnostics'), connections)),
      started(
        startService(
          notifications,
          { ...environmentOf('notifications'), ...addressesOf(owners) },
          connections,
        ),
      ),
    ])
    const live = await started(
      startService(realtime, { ...environmentOf('realtime'), ...addressesOf(others) }, connections),
    )
    const services = [...owners, ...others, live]
    // Before the services close their stores, which the events need. Unpublished events stay in the outboxes.
    undo.push(connections.bus.close)
    const front = await started(
      startService(
        gateway,
        {
          ...environmentOf('gateway'),
          ...addressesOf(services),
          HOST: settings.HOST,
          PORT: String(settings.PORT),
          WEB_DIR: webDirectory,
          MAILBOX: hasMailbox ? 'on' : 'off',
          MAILBOX_KEY: mailboxKey(masterKey),
        },
        connections,
      ),
    )
    // Notify open pages to reconnect before the gateway closes.
    undo.push(live.stop)
    allSubscribed = true
    return {
      url: front.url,
      metricsUrl: watch.metricsUrl,
      ownerUrl: databaseAt(ownerUrl, database),
      mailboxLink: hasMailbox ? mailboxLink(settings.PUBLIC_ORIGIN, mailboxKey(masterKey)) : null,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }

  async function started(starting: Promise<RunningService>): Promise<RunningService> {
    const service = await starting
    undo.push(service.stop)
    return service
  }

  async function openDatabase(): Promise<string> {
    if (settings.DATABASE_URL !== undefined) return settings.DATABASE_URL
    onProgress('Starting PostgreSQL')
    const postgres = await keepPostgresRunning({ dataDirectory: resolve(settings.DATA_DIR), log })
    undo.push(postgres.stop)
    return postgres.ownerUrl
  }
}

const openConnections = (
  { NATS_URL, NATS_REPLICAS: replicas, REDIS_URL }: SiteSettings,
  { log, metrics, isOpen }: { log: Log; metrics: Metrics; isOpen: () => boolean },
): Connections => ({
  bus:
    NATS_URL === undefined
      ? memoryBus({ log, metrics, isOpen })
      : natsBus({ url: NATS_URL, replicas, name: 'site', log, metrics }),
  rateLimitStore:
    REDIS_URL === undefined
      ? memoryRateLimitStore()
      : redisRateLimitStore({ url: REDIS_URL, log, metrics }),
})

const addressesOf = (services: readonly RunningService[]): Environment =>
  Object.fromEntries(services.map((service) => [`${service.name.toUpperCase()}_URL`, service.url]))
