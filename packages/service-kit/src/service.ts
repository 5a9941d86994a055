import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ServiceName } from '@answerable/contracts/route'
import type { Bus } from './bus.ts'
import { natsBus } from './bus-nats.ts'
import type { Cache } from './cache.ts'
import { redisCache } from './cache-redis.ts'
import { type BaseConfig, ConfigError, type Environment } from './config.ts'
import { createLog, type Log } from './log.ts'

/** What a service shares with the others of its process, or opens for itself. */
export type Connections = { bus: Bus; cache: Cache }

export type Kit = Connections & { log: Log }

/** The rooms of a service, put together in its `service.ts`. */
export type ServiceDefinition<Config extends BaseConfig, Deps> = {
  name: ServiceName
  readConfig: (environment: Environment) => Config
  /** Opens what the service owns. */
  openDeps: (config: Config, kit: Kit) => Promise<Deps>
  closeDeps: (deps: Deps) => Promise<void>
  /** The service's answer to every request. */
  app: (config: Config, deps: Deps) => RequestListener
  /** What comes in by the bus. */
  events?: (bus: Bus, deps: Deps) => Promise<void>
  /** Time limits and sizes other than the usual ones. */
  serverOptions?: ServerOptions
  /**
   * For servers of more than requests: websockets. What it returns runs at the stop, beside the draining
   * of requests: connections that were upgraded are for the service itself to end.
   */
  serverHook?: (server: Server, config: Config, deps: Deps) => (() => Promise<void>) | undefined
}

export type RunningService = {
  name: ServiceName
  /** Where it listens, for example http://127.0.0.1:40001. */
  url: string
  /** Stops it; a second call waits for the first. */
  stop: () => Promise<void>
}

const closeTimeoutMilliseconds = 8_000

/**
 * Starts a service. Without `connections` it connects to NATS_URL and REDIS_URL.
 * Throws ConfigError when a setting is wrong.
 */
export const startService = async <Config extends BaseConfig, Deps>(
  definition: ServiceDefinition<Config, Deps>,
  environment: Environment,
  connections?: Connections,
): Promise<RunningService> => {
  const config = definition.readConfig(environment)
  const log = createLog({ service: definition.name, level: config.LOG_LEVEL })
  const opened = connections ?? openConnections(definition.name, config, log)
  const deps = await definition.openDeps(config, { ...opened, log })
  await definition.events?.(opened.bus, deps)
  const server = createServer(
    {
      keepAliveTimeout: 65_000,
      requestTimeout: 30_000,
      headersTimeout: 15_000,
      ...definition.serverOptions,
    },
    definition.app(config, deps),
  )
  const endUpgraded = definition.serverHook?.(server, config, deps)
  const url = await listen(server, config)
  log.info({ url }, 'listening')
  const stop = async (): Promise<void> => {
    await Promise.all([close(server), endUpgraded?.()])
    if (connections === undefined) await opened.bus.close()
    await definition.closeDeps(deps)
    if (connections === undefined) await opened.cache.close()
    log.info('stopped')
  }
  let stopping: Promise<void> | null = null
  return {
    name: definition.name,
    url,
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}

const openConnections = (name: ServiceName, config: BaseConfig, log: Log): Connections => {
  if (config.NATS_URL === undefined)
    throw new ConfigError('The settings are wrong: NATS_URL must be set')
  if (config.REDIS_URL === undefined)
    throw new ConfigError('The settings are wrong: REDIS_URL must be set')
  return {
    bus: natsBus({ url: config.NATS_URL, name, log }),
    cache: redisCache({ url: config.REDIS_URL, log }),
  }
}

const listen = (server: Server, config: BaseConfig): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.PORT, config.HOST, () => {
      const { port } = server.address() as AddressInfo
      const host = config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST
      resolve(`http://${host}:${port}`)
    })
  })

/** Lets requests under way finish, then closes what is left. */
const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), closeTimeoutMilliseconds)
    // A connection that is kept alive would otherwise go on bringing requests until it is cut.
    server.prependListener('request', (_request, response) => {
      response.shouldKeepAlive = false
    })
    const sweep = setInterval(() => server.closeIdleConnections(), 50)
    server.close(() => {
      clearTimeout(timer)
      clearInterval(sweep)
      resolve()
    })
  })
