import type { EventDefinition } from '@answerable/contracts/events'
import type { ServiceName } from '@answerable/contracts/route'
import type { Bus } from './bus/bus.ts'
import { natsBus } from './bus/nats-bus.ts'
import { type BaseConfig, ConfigError, isProduction } from './config.ts'
import type { Log } from './log.ts'
import type { Metrics } from './observability/metrics.ts'
import type { Observability } from './observability/observability.ts'
import { memoryRateLimitStore } from './rate-limit/memory-store.ts'
import type { RateLimitStore } from './rate-limit/store.ts'
import { serverUrlsOf } from './server-urls.ts'

/** Shared by the services of one process, or opened by a service for itself. */
export type Connections = { bus: Bus; rateLimitStore: RateLimitStore; watch?: Observability }

/** Throws ConfigError if an address is missing or, in production, has a weak password. */
export const openConnections = async (
  { name, emits = [], sharesRateLimits }: Service,
  config: BaseConfig,
  watched: Watched,
): Promise<Connections> => ({
  rateLimitStore: sharesRateLimits ? await sharedStore(config, watched) : memoryRateLimitStore(),
  bus: natsBus({
    url: addressOf(config, 'NATS_URL'),
    replicas: config.NATS_REPLICAS,
    name,
    ...watched,
    declares: emits.length > 0 ? [name] : [],
  }),
})

type Service = { name: ServiceName; emits?: readonly EventDefinition[]; sharesRateLimits?: true }
type Watched = { log: Log; metrics: Metrics }

/** Imported on demand: the Redis client takes as much memory as the rest of a service. */
const sharedStore = async (config: BaseConfig, watched: Watched): Promise<RateLimitStore> => {
  const url = addressOf(config, 'REDIS_URL')
  const { redisRateLimitStore } = await import('./rate-limit/redis-store.ts')
  return redisRateLimitStore({ url, ...watched })
}

type ServerSetting = 'NATS_URL' | 'REDIS_URL'

const addressOf = (config: BaseConfig, setting: ServerSetting): string => {
  const url = config[setting]
  if (url === undefined) throw new ConfigError(`Invalid settings: ${setting} must be set`)
  refuseWeakPassword(config, setting)
  return url
}

const minPasswordLength = 16

/** Throws ConfigError if the site runs in production and the server's URL has a weak password. */
export const refuseWeakPassword = (
  config: Pick<BaseConfig, 'PUBLIC_ORIGIN' | ServerSetting>,
  setting: ServerSetting,
): void => {
  const url = config[setting]
  if (url === undefined || !isProduction(config)) return
  if (serverUrlsOf(url)[0].password.length < minPasswordLength) {
    throw new ConfigError(
      `An https site runs in production: ${setting} needs a password of at least ${minPasswordLength} characters`,
    )
  }
}
