import { createClient } from 'redis'
import { TimeoutError, withTimeout } from '../calls/with-timeout.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../observability/metrics.ts'
import { memoryRateLimitStore } from './memory-store.ts'
import type { Consumed, RateLimitStore, RateLimitWindow } from './store.ts'

const defaultCommandTimeoutMilliseconds = 250
/** After this long without an answer the connection is taken for dead. */
const silenceMilliseconds = 1_000
const longestReconnectMilliseconds = 1_000

/** KEYS are the quotas; ARGV their units and windows in milliseconds in turn. */
const takeUnits = `
local isAllowed = 1
local used = {}
for index, key in ipairs(KEYS) do
  used[index] = tonumber(redis.call('GET', key) or 0)
  if used[index] >= tonumber(ARGV[2 * index - 1]) then isAllowed = 0 end
end
local reply = {isAllowed}
for index, key in ipairs(KEYS) do
  local window = ARGV[2 * index]
  if isAllowed == 1 then
    used[index] = redis.call('INCR', key)
    if redis.call('PTTL', key) < 0 then redis.call('PEXPIRE', key, window) end
  end
  local left = redis.call('PTTL', key)
  table.insert(reply, used[index])
  table.insert(reply, left < 0 and tonumber(window) or left)
end
return reply`

const giveUnitsBack = `
for _, key in ipairs(KEYS) do
  if tonumber(redis.call('GET', key) or 0) > 0 then redis.call('DECR', key) end
end`

/**
 * The cache that processes share. Connects in the background and reconnects for ever. While Redis is
 * away nothing is found or kept, and quotas are those of this process alone.
 */
export const redisRateLimitStore = (options: {
  url: string
  log: Log
  prefix?: string
  metrics?: Metrics
  /** How long a command may take; tests of other things than this limit set a higher one. */
  commandTimeoutMilliseconds?: number
}): RateLimitStore => {
  const { log, prefix = 'answerable:' } = options
  const { commandTimeoutMilliseconds = defaultCommandTimeoutMilliseconds } = options
  const own = memoryRateLimitStore()
  const at = (key: string): string => `${prefix}${key}`
  let isAway = false
  let lastAnswerAt = performance.now()

  const noteAway = (error: unknown): void => {
    if (!isAway) log.warn({ err: error }, 'Redis connection lost')
    isAway = true
  }
  const noteBack = (): void => {
    lastAnswerAt = performance.now()
    if (isAway) log.info('Redis connection restored')
    isAway = false
  }
  const connect = () => {
    const client = newClient(options.url)
    client.on('error', noteAway).on('ready', noteBack)
    client.connect().catch(noteAway)
    return client
  }
  let client = connect()
  options.metrics?.gauge({ name: 'answerable_cache_up', help: 'Whether Redis responds.' }, () =>
    client.isReady && !isAway ? 1 : 0,
  )

  const attempt = async <Result>(
    command: () => Promise<Result>,
    otherwise: () => Result | Promise<Result>,
  ): Promise<Result> => {
    if (!client.isReady) return otherwise()
    try {
      const result = await withTimeout(command(), commandTimeoutMilliseconds)
      noteBack()
      return result
    } catch (error) {
      noteAway(error)
      const isSilent = performance.now() - lastAnswerAt > silenceMilliseconds
      if (error instanceof TimeoutError && isSilent && client.isReady) {
        client.destroy()
        client = connect()
      }
      return otherwise()
    }
  }

  return {
    get: (key) =>
      attempt(
        () => client.get(at(key)),
        () => null,
      ),
    set: async (key, value, ttlSeconds) => {
      const expiration = { type: 'EX', value: ttlSeconds } as const
      await attempt(
        () => client.set(at(key), value, { expiration }),
        () => null,
      )
    },
    delete: async (keys) => {
      if (keys.length === 0) return
      await attempt(
        () => client.unlink(keys.map(at)),
        () => 0,
      )
    },
    consume: (quotas) =>
      attempt(
        async () => {
          const reply = (await client.eval(takeUnits, {
            keys: quotas.map(({ key }) => at(key)),
            arguments: quotas.flatMap(({ units, windowSeconds }) => [
              String(units),
              String(windowSeconds * 1_000),
            ]),
          })) as number[]
          return takenOf(quotas, reply)
        },
        () => own.consume(quotas),
      ),
    refund: async (keys) => {
      if (keys.length === 0) return
      await attempt(
        async () => {
          await client.eval(giveUnitsBack, { keys: keys.map(at) })
        },
        () => own.refund(keys),
      )
    },
    close: async () => {
      if (client.isReady)
        await withTimeout(client.close(), commandTimeoutMilliseconds).catch(() => {})
      if (client.isOpen) client.destroy()
    },
  }
}

const takenOf = (
  quotas: readonly RateLimitWindow[],
  [isAllowed, ...usedAndMilliseconds]: readonly number[],
): Consumed => ({
  isAllowed: isAllowed === 1,
  remaining: quotas.map(({ units }, index) => ({
    unitsLeft: Math.max(0, units - (usedAndMilliseconds[2 * index] ?? 0)),
    secondsLeft: Math.max(1, Math.ceil((usedAndMilliseconds[2 * index + 1] ?? 0) / 1_000)),
  })),
})

const newClient = (url: string) =>
  createClient({
    url,
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    pingInterval: 5_000,
    socket: {
      connectTimeout: 2_000,
      reconnectStrategy: (retries) => Math.min(retries * 50, longestReconnectMilliseconds),
    },
  })
