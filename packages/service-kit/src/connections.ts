import type { EventDefinition } from '@answerable/contracts/events'
import type { ServiceName } from '@answerable/contracts/route'
import type { Bus } from './bus.ts'
import { natsBus } from './bus-nats.ts'
import type { Cache } from './cache.ts'
import { redisCache } from './cache-redis.ts'
import { type BaseConfig, ConfigError, isProduction } from './config.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { Watch } from './watch.ts'

/** What a service shares with the others of its process, or opens for itself. */
export type Connections = { bus: Bus; cache: Cache; watch?: Watch }

/** Throws ConfigError when an address is missing, or in production one without a password worth the name. */
export const openConnections = (
  { name, emits = [] }: { name: ServiceName; emits?: readonly EventDefinition[] },
  config: BaseConfig,
  { log, metrics }: { log: Log; metrics: Metrics },
): Connections => ({
  bus: natsBus({
    url: addressOf(config, 'NATS_URL'),
    name,
    log,
    metrics,
    declares: emits.length > 0 ? [name] : [],
  }),
  cache: redisCache({ url: addressOf(config, 'REDIS_URL'), log, metrics }),
})

const shortestPassword = 16

const addressOf = (config: BaseConfig, setting: 'NATS_URL' | 'REDIS_URL'): string => {
  const url = config[setting]
  if (url === undefined) throw new ConfigError(`The settings are wrong: ${setting} must be set`)
  if (isProduction(config) && new URL(url).password.length < shortestPassword) {
    throw new ConfigError(
      `An https site is production: ${setting} needs a password of at least ${shortestPassword} characters`,
    )
  }
  return url
}
