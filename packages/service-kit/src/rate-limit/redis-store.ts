import { hash } from 'node:crypto'
import { TimeoutError, withTimeout } from '../calls/with-timeout.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../observability/metrics.ts'
import { memoryRateLimitStore } from './memory-store.ts'
import { type RedisClient, redisLink } from './redis-link.ts'
import type { Consumed, RateLimitStore, RateLimitWindow } from './store.ts'

const defaultCommandTimeoutMilliseconds = 250
/** After this long without a response the connection counts as dead. */
const silenceMilliseconds = 1_000

const scriptOf = (text: string) => ({ text, sha1: hash('sha1', text) })

/** KEYS are the windows' keys; ARGV alternates their units and lengths in milliseconds. */
const consumeUnits = scriptOf(`
local isAllowed = 1
local used = {}
for index, key in ipairs(KEYS) do
  used[index] = redis.call('GET', key)
  if tonumber(used[index] or 0) >= tonumber(ARGV[2 * index - 1]) then isAllowed = 0 end
end
local reply = {isAllowed}
for index, key in ipairs(KEYS) do
  local window = tonumber(ARGV[2 * index])
  local count = tonumber(used[index] or 0)
  local left = window
  if used[index] then
    if isAllowed == 1 then count = redis.call('INCR', key) end
    left = redis.call('PTTL', key)
    if left < 0 then
      left = window
      if isAllowed == 1 then redis.call('PEXPIRE', key, window) end
    end
  elseif isAllowed == 1 then
    count = 1
    redis.call('SET', key, 1, 'PX', window)
  end
  table.insert(reply, count)
  table.insert(reply, left)
end
return reply`)

const refundUnits = scriptOf(`
for _, key in ipairs(KEYS) do
  if tonumber(redis.call('GET', key) or 0) > 0 then redis.call('DECR', key) end
end`)

/**
 * A store shared by several processes. Connects in the background and reconnects forever. While Redis is
 * unavailable, the process counts for itself.
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
  const at = (key: string): string => `${prefix}${key}`
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

  return {
    consume: (windows) =>
      attempt(
        async (client) => {
          const reply = (await run(client, consumeUnits, {
            keys: windows.map(({ key }) => at(key)),
            arguments: windows.flatMap(({ units, windowSeconds }) => [
              String(units),
              String(windowSeconds * 1_000),
            ]),
          })) as number[]
          return consumedOf(windows, reply)
        },
        () => local.consume(windows),
      ),
    refund: async (keys) => {
      if (keys.length === 0) return
      await attempt(
        async (client) => {
          await run(client, refundUnits, { keys: keys.map(at) })
        },
        () => local.refund(keys),
      )
    },
    close: link.close,
  }
}

/** After a failover, the former server refuses writes. */
const isReplica = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('READONLY')

/** Sends only the script's hash, unless Redis does not know the script yet. */
const run = async (
  client: RedisClient,
  { text, sha1 }: ReturnType<typeof scriptOf>,
  input: { keys: string[]; arguments?: string[] },
): Promise<unknown> => {
  try {
    return await client.evalSha(sha1, input)
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
    return client.eval(text, input)
  }
}

const consumedOf = (
  windows: readonly RateLimitWindow[],
  [isAllowed, ...usedAndMilliseconds]: readonly number[],
): Consumed => ({
  isAllowed: isAllowed === 1,
  remaining: windows.map(({ units }, index) => ({
    unitsLeft: Math.max(0, units - (usedAndMilliseconds[2 * index] ?? 0)),
    secondsLeft: Math.max(1, Math.ceil((usedAndMilliseconds[2 * index + 1] ?? 0) / 1_000)),
  })),
})
