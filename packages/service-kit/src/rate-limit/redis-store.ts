import { batchLoader } from '../batch-loader.ts'
import { TimeoutError } from '../calls/time-limit.ts'
import { nullAfter, withTimeout } from '../calls/with-timeout.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../observability/metrics.ts'
import { memoryRateLimitStore } from './memory-store.ts'
import { type RedisClient, redisLink } from './redis-link.ts'
import { consumeInRedis, refundInRedis } from './redis-scripts.ts'
import type { Consumed, RateLimitStore, RateLimitWindow } from './store.ts'

const defaultCommandTimeoutMilliseconds = 250
/** After this long without a response the connection counts as dead. */
const silenceMilliseconds = 1_000

/** Calls that arrive while a command is in flight share the next one. */
const maxInFlight = 1
/** Calls that wait for Redis; further ones are counted by this process. */
const maxWaiting = 1_000

/**
 * A store shared by several processes. Counts the calls of one turn of the event loop together, and those that arrive
 * while a command is in flight. Connects in the background and reconnects forever. While Redis is unavailable, the
 * process counts for itself.
 */
export const redisRateLimitStore = (options: {
  /** redis://host, or redis+sentinel://a,b/name for the server that the sentinels name. */
  url: string
  log: Log
  prefix?: string
  metrics?: Metrics
  /** The timeout of a command. Tests that do not test this timeout set a longer one. */
  commandTimeoutMilliseconds?: number
}): RateLimitStore => {
  const { log, prefix = 'answerable:' } = options
  const { commandTimeoutMilliseconds = defaultCommandTimeoutMilliseconds } = options
  const local = memoryRateLimitStore()
  let isUnavailable = false
  let lastResponseAt = performance.now()

  const onFailure = (error: unknown): void => {
    if (!isUnavailable) log.warn({ err: error }, 'Redis connection lost')
    isUnavailable = true
  }
  const onResponse = (): void => {
    lastResponseAt = performance.now()
    if (isUnavailable) log.info('Redis connection restored')
    isUnavailable = false
  }
  const link = redisLink({ url: options.url, onReady: onResponse, onFailure })
  options.metrics?.gauge({ name: 'answerable_cache_up', help: 'Whether Redis responds.' }, () =>
    link.client() !== null && !isUnavailable ? 1 : 0,
  )

  const attempt = async <Result>(
    command: (client: RedisClient) => Promise<Result>,
    fallback: () => Result | Promise<Result>,
  ): Promise<Result> => {
    const client = link.client()
    if (client === null) return fallback()
    try {
      const result = await withTimeout(command(client), commandTimeoutMilliseconds)
      onResponse()
      return result
    } catch (error) {
      onFailure(error)
      const isSilent = performance.now() - lastResponseAt > silenceMilliseconds
      const isStale = (error instanceof TimeoutError && isSilent) || isReplica(error)
      if (isStale && link.client() === client) link.renew()
      return fallback()
    }
  }

  let waiting = 0
  const consumeTogether = batchLoader<readonly RateLimitWindow[], Consumed>(async (calls) => {
    const consumed = await attempt<readonly Consumed[] | null>(
      (client) => consumeInRedis(client, calls, prefix),
      () => null,
    )
    return consumed ?? Promise.all(calls.map((windows) => local.consume(windows)))
  }, maxInFlight)

  return {
    consume: async (windows) => {
      if (link.client() === null || windows.length === 0) return local.consume(windows)
      if (waiting >= maxWaiting) return local.consume(windows)
      waiting += 1
      const consumed = await nullAfter(consumeTogether(windows), commandTimeoutMilliseconds)
      waiting -= 1
      return consumed ?? local.consume(windows)
    },
    refund: async (keys) => {
      if (keys.length === 0) return
      await attempt(
        (client) =>
          refundInRedis(
            client,
            keys.map((key) => `${prefix}${key}`),
          ),
        () => local.refund(keys),
      )
    },
    close: link.close,
  }
}

/** After a failover, the former server refuses writes; Redis 6 puts the error of a script into another one. */
const isReplica = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('READONLY')
