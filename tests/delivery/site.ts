import { randomBytes } from 'node:crypto'
import { auth } from '@answerable/auth/service'
import { catalog } from '@answerable/catalog/service'
import type { Bus } from '@answerable/service-kit/bus/bus'
import { passportKeysFor } from '@answerable/service-kit/calls/passport'
import type { Environment } from '@answerable/service-kit/config'
import { openPool, type Pool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import { type Relay, startRelay } from '@answerable/service-kit/outbox/outbox'
import { memoryRateLimitStore } from '@answerable/service-kit/rate-limit/memory-store'
import { startService } from '@answerable/service-kit/service'
import { patientUrl } from '@answerable/service-kit/testing/patient-url'

/** The two services that publish events and store data from events, on one database. */
export type DeliverySite = {
  /** Connection as the owner of the schemas. */
  owner: { auth: Pool; catalog: Pool }
  /** The environment of the service's commands. */
  environments: { auth: Environment; catalog: Environment }
  /** Another relay of auth's outbox, which the test triggers. */
  relay: Relay
  stop: () => Promise<void>
}

const masterKey = 'a key for these tests only, of enough length'
const log = createLog({ service: 'test', level: 'silent' })

export const startDeliverySite = async (options: {
  /** URL of a migrated database for its owner. */
  ownerUrl: string
  passwords: Readonly<Record<string, string>>
  /** Opens the bus for one service. */
  openBus: (service: 'auth' | 'catalog') => Bus
}): Promise<DeliverySite> => {
  const environmentOf = (service: 'auth' | 'catalog'): Environment => {
    const url = new URL(options.ownerUrl)
    url.username = service
    url.password = options.passwords[service] ?? ''
    url.search = ''
    return {
      PORT: '0',
      LOG_LEVEL: 'silent',
      DATABASE_URL: patientUrl(url.href),
      PASSPORT_KEYS: passportKeysFor(masterKey, service),
      CODE_KEY: randomBytes(32).toString('base64url'),
    }
  }
  const environments = { auth: environmentOf('auth'), catalog: environmentOf('catalog') }
  const buses = { auth: options.openBus('auth'), catalog: options.openBus('catalog') }
  const accounts = await startService(auth, environments.auth, {
    bus: buses.auth,
    rateLimitStore: memoryRateLimitStore(),
  })
  const submissions = await startService(catalog, environments.catalog, {
    bus: buses.catalog,
    rateLimitStore: memoryRateLimitStore(),
  })
  const relayPool = openPool({
    url: environments.auth.DATABASE_URL ?? '',
    max: 2,
    name: 'test',
    log,
  })
  const relay = startRelay({ pool: relayPool, bus: buses.auth, log })
  const owner = {
    auth: openOwner(options.ownerUrl, 'auth'),
    catalog: openOwner(options.ownerUrl, 'catalog'),
  }
  return {
    owner,
    environments,
    relay,
    stop: async () => {
      await relay.stop()
      await Promise.all([accounts.stop(), submissions.stop()])
      await Promise.all([buses.auth.close(), buses.catalog.close()])
      await Promise.all([relayPool, ...Object.values(owner)].map((pool) => pool.end()))
    },
  }
}

const openOwner = (ownerUrl: string, schema: string): Pool => {
  const url = new URL(ownerUrl)
  url.searchParams.set('options', `-c search_path=${schema}`)
  return openPool({ url: patientUrl(url.href), max: 3, name: 'test', log })
}
