import { createClient } from 'redis'
import type { Cache } from './cache.ts'
import { memoryCache } from './cache-memory.ts'
import type { Log } from './log.ts'
import { TookTooLong, withTimeout } from './with-timeout.ts'

const commandTimeoutMilliseconds = 250
/** After this long without an answer the connection is taken for dead. */
const silenceMilliseconds = 1_000
const longestReconnectMilliseconds = 1_000

const countHit = `
local count = redis.call('INCR', KEYS[1])
if redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return {count, redis.call('PTTL', KEYS[1])}`

/**
 * The cache that processes share. Connects in the background and reconnects for ever. While Redis is
 * away nothing is found or kept, and hits are counted by this process alone.
 */
export const redisCache = (options: { url: string; log: Log; prefix?: string }): Cache => {
  const { log, prefix = 'answerable:' } = options
  const own = memoryCache()
  const at = (key: string): string => `${prefix}${key}`
  let isAway = false
  let lastAnswerAt = performance.now()

  const noteAway = (error: unknown): void => {
    if (!isAway) log.warn({ err: error }, 'the cache is away')
    isAway = true
  }
  const noteBack = (): void => {
    lastAnswerAt = performance.now()
    if (isAway) log.info('the cache is back')
    isAway = false
  }
  const connect = () => {
    const client = newClient(options.url)
    client.on('error', noteAway).on('ready', noteBack)
    client.connect().catch(noteAway)
    return client
  }
  let client = connect()

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
      if (error instanceof TookTooLong && isSilent && client.isReady) {
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
    increment: (key, windowSeconds) =>
      attempt(
        async () => {
          const window = { keys: [at(key)], arguments: [String(windowSeconds * 1_000)] }
          const [count, millisecondsLeft] = (await client.eval(countHit, window)) as HitReply
          return { count, secondsLeft: Math.ceil(millisecondsLeft / 1_000) }
        },
        () => own.increment(key, windowSeconds),
      ),
    close: async () => {
      if (client.isReady)
        await withTimeout(client.close(), commandTimeoutMilliseconds).catch(() => {})
      if (client.isOpen) client.destroy()
    },
  }
}

type HitReply = [count: number, millisecondsLeft: number]

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
