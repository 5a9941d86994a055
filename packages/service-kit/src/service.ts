import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { EventDefinition } from '@answerable/contracts/events'
import type { ServiceName } from '@answerable/contracts/route'
import type { Bus } from './bus/bus.ts'
import { tracedBus } from './bus/traced-bus.ts'
import type { BaseConfig, Environment } from './config.ts'
import { type Connections, openConnections } from './connections.ts'
import { createLog, type Log } from './log.ts'
import type { Metrics } from './observability/metrics.ts'
import { type Observability, openObservability } from './observability/observability.ts'
import { type Observe, observer } from './observability/observe-requests.ts'
import { observeRequests } from './observability/observed-app.ts'
import type { Tracing } from './observability/tracing.ts'
import { releaseMemory } from './process/release-memory.ts'

export type Kit = Pick<Connections, 'bus' | 'rateLimitStore'> & {
  log: Log
  metrics: Metrics
  /** Null if traces are off. */
  tracing: Tracing | null
  /** For an app that records its own requests; null if metrics and traces are off. */
  observe: Observe | null
}

/** The parts of a service, assembled in its `service.ts`. */
export type ServiceDefinition<Config extends BaseConfig, Deps> = {
  name: ServiceName
  readConfig: (environment: Environment) => Config
  /** Opens the service's connections and stores. */
  openDeps: (config: Config, kit: Kit) => Promise<Deps>
  closeDeps: (deps: Deps) => Promise<void>
  /** The request handler. */
  app: (config: Config, deps: Deps) => RequestListener
  /** Set if the app records its requests by `observe`; otherwise the kit does. */
  observes?: 'its own requests'
  /** Subscribes to events. */
  events?: (bus: Bus, deps: Deps) => Promise<void>
  /** The events that it publishes. */
  emits?: readonly EventDefinition[]
  /** Counts rate limits in the Redis that all instances share, instead of locally. */
  sharesRateLimits?: true
  /** Overrides of the default time limits and sizes. */
  serverOptions?: ServerOptions
  /**
   * For websockets. The returned function runs at the stop, while requests drain: the service must close
   * its upgraded connections.
   */
  serverHook?: (server: Server, config: Config, deps: Deps) => (() => Promise<void>) | undefined
}

export type RunningService = {
  name: ServiceName
  /** For example http://127.0.0.1:40001. */
  url: string
  /** URL of its metrics; null if they are off. */
  metricsUrl: string | null
  /**
   * Stops it: reports unready at once, keeps serving for `noticeMilliseconds`, then finishes requests in
   * flight. A second call waits for the first.
   */
  stop: (options?: { noticeMilliseconds?: number }) => Promise<void>
}

/** With the notice before and the closing of sockets after, a container stops within 10 s. */
const closeTimeoutMilliseconds = 5_000

/**
 * Starts a service. Without `connections` it is a process of its own: it connects to NATS_URL, and to
 * REDIS_URL if it shares rate limits. It listens at once and is unready until its dependencies are
 * available. Throws ConfigError if a setting is invalid.
 */
export const startService = async <Config extends BaseConfig, Deps>(
  definition: ServiceDefinition<Config, Deps>,
  environment: Environment,
  connections?: Connections,
): Promise<RunningService> => {
  const config = definition.readConfig(environment)
  const log = createLog({ service: definition.name, level: config.LOG_LEVEL })
  const watch = connections?.watch ?? (await openObservability(config))
  const endWatch = async (): Promise<void> => {
    if (connections?.watch === undefined) await watch.close()
  }
  try {
    return await startWatched(definition, { config, log, connections, watch, endWatch })
  } catch (error) {
    await endWatch()
    throw error
  }
}

type Start<Config> = {
  config: Config
  log: Log
  connections: Connections | undefined
  watch: Observability
  endWatch: () => Promise<void>
}

const startWatched = async <Config extends BaseConfig, Deps>(
  definition: ServiceDefinition<Config, Deps>,
  { config, log, connections, watch, endWatch }: Start<Config>,
): Promise<RunningService> => {
  const metrics = watch.metricsOf(definition.name)
  const tracing = watch.tracingOf(definition.name)
  const observe = await observer({ metrics, tracing })
  const opened = connections ?? (await openConnections(definition, config, { log, metrics }))
  const bus = tracing === null ? opened.bus : tracedBus(opened.bus, tracing)
  const { rateLimitStore } = opened
  const deps = await definition.openDeps(config, {
    bus,
    rateLimitStore,
    log,
    metrics,
    tracing,
    observe,
  })
  const app = definition.app(config, deps)
  let phase: 'subscribing' | 'open' | 'stopping' = 'subscribing'
  const subscribe = async (): Promise<void> => {
    await definition.events?.(bus, deps)
    if (connections === undefined) releaseMemory()
    if (phase === 'subscribing') phase = 'open'
  }
  subscribe().catch((error: unknown) => {
    if (phase !== 'stopping') log.error({ err: error }, 'subscribing to events failed')
  })
  const server = createServer(
    {
      keepAliveTimeout: 65_000,
      requestTimeout: 30_000,
      headersTimeout: 15_000,
      ...definition.serverOptions,
    },
    unreadyUnless(
      () => phase === 'open',
      observe === null || definition.observes !== undefined ? app : observeRequests(app, observe),
    ),
  )
  const endUpgraded = definition.serverHook?.(server, config, deps)
  const url = await listen(server, config)
  log.info({ url }, 'listening')
  const stop = async (noticeMilliseconds: number): Promise<void> => {
    phase = 'stopping'
    await delay(noticeMilliseconds)
    await Promise.all([close(server), endUpgraded?.()])
    if (connections === undefined) await opened.bus.close()
    await definition.closeDeps(deps)
    if (connections === undefined) await opened.rateLimitStore.close()
    await endWatch()
    log.info('stopped')
  }
  let stopping: Promise<void> | null = null
  return {
    name: definition.name,
    url,
    metricsUrl: watch.metricsUrl,
    stop: ({ noticeMilliseconds = 0 } = {}) => {
      stopping ??= stop(noticeMilliseconds)
      return stopping
    },
  }
}

/** Load balancers read this. */
const unreadyUnless =
  (isOpen: () => boolean, app: RequestListener): RequestListener =>
  (request, response) => {
    if (request.url !== '/ready' || isOpen()) {
      app(request, response)
      return
    }
    response.writeHead(503, { 'content-type': 'application/json; charset=utf-8' })
    response.end('{"ready":false}')
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

/** Finishes requests in flight, then closes the remaining connections. */
const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), closeTimeoutMilliseconds)
    // A keep-alive connection would otherwise bring new requests until it is cut.
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
