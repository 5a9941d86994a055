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

/** What a service shares with the others of its process, or opens for itself. */
export type Connections = { bus: Bus; cache: RateLimitStore; watch?: Observability }

/** Throws ConfigError when an address is missing, or in production one without a password worth the name. */
export const openConnections = async (
  { name, emits = [], caches }: Service,
  config: BaseConfig,
  watched: Watched,
): Promise<Connections> => ({
  cache: caches === 'with others' ? await sharedCache(config, watched) : memoryRateLimitStore(),
  bus: natsBus({
    url: addressOf(config, 'NATS_URL'),
    name,
    ...watched,
    declares: emits.length > 0 ? [name] : [],
  }),
})

type Service = { name: ServiceName; emits?: readonly EventDefinition[]; caches?: 'with others' }
type Watched = { log: Log; metrics: Metrics }

/** Loaded where it is used: the client of Redis takes as much memory as all else of a service together. */
const sharedCache = async (config: BaseConfig, watched: Watched): Promise<RateLimitStore> => {
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

const shortestPassword = 16

/** Throws ConfigError where in production the address of a server has no password worth the name. */
export const refuseWeakPassword = (
  config: Pick<BaseConfig, 'PUBLIC_ORIGIN' | ServerSetting>,
  setting: ServerSetting,
): void => {
  const url = config[setting]
  if (url === undefined || !isProduction(config)) return
  if (new URL(url).password.length < shortestPassword) {
    throw new ConfigError(
      `An https site runs in production: ${setting} needs a password of at least ${shortestPassword} characters`,
    )
  }
}
