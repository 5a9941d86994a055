import { TimeoutError, withTimeout } from '../calls/with-timeout.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../observability/metrics.ts'
import { memoryRateLimitStore } from './memory-store.ts'
import { type RedisClient, redisLink } from './redis-link.ts'
import { consumeInRedis, refundInRedis } from './redis-scripts.ts'
import type { Consumed, RateLimitStore, RateLimitWindow } from './store.ts'

const defaultCommandTimeoutMilliseconds = 250
/** After this long without a response the connection counts as dead. */
const silenceMilliseconds = 1_000

/** So that a script does not block Redis for long. */
const maxCallsTogether = 100

type PendingCall = {
  windows: readonly RateLimitWindow[]
  resolve: (consumed: Consumed | Promise<Consumed>) => void
}

/**
 * A store shared by several processes. Counts the calls of one turn of the event loop together. Connects in the
 * background and reconnects forever. While Redis is unavailable, the process counts for itself.
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

  let waiting: PendingCall[] = []

  const consumeWaiting = async (): Promise<void> => {
    const calls = waiting
    if (calls.length === 0) return
    waiting = []
    const consumed = await attempt<readonly Consumed[] | null>(
      (client) =>
        consumeInRedis(
          client,
          calls.map(({ windows }) => windows),
          prefix,
        ),
      () => null,
    )
    for (const [index, { windows, resolve }] of calls.entries()) {
      resolve(consumed?.[index] ?? local.consume(windows))
    }
  }

  return {
    consume: (windows) => {
      if (link.client() === null || windows.length === 0) return local.consume(windows)
      const { promise, resolve } = Promise.withResolvers<Consumed>()
      waiting.push({ windows, resolve })
      if (waiting.length === 1) setImmediate(() => void consumeWaiting())
      if (waiting.length === maxCallsTogether) void consumeWaiting()
      return promise
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
