import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from 'redis'
import { withTimeout } from '../calls/with-timeout.ts'
import { serverUrlsOf } from '../server-urls.ts'

export type RedisClient = ReturnType<typeof newClient>

export type RedisLink = {
  /** Null while disconnected. */
  client: () => RedisClient | null
  /** Replaces a connection that does not work: the server is silent or has become a replica. */
  renew: () => void
  close: () => Promise<void>
}

type Address = {
  socket: { host: string; port: number; tls: boolean }
  database: number
  username: string
  password: string
}

const connectTimeoutMilliseconds = 2_000
const reconnectStepMilliseconds = 50
const maxReconnectMilliseconds = 1_000
const closeTimeoutMilliseconds = 250

/**
 * Maintains one connection to a Redis server. Asks the sentinels of a `redis+sentinel://` address before each
 * connect which server takes writes.
 */
export const redisLink = (options: {
  url: string
  onReady: () => void
  onFailure: (error: unknown) => void
}): RedisLink => {
  const { onReady, onFailure } = options
  const locate = locatorOf(options.url)
  const closing = new AbortController()
  let current: RedisClient | null = null

  /** Resolves or rejects when the connection is lost; rejects if there was none. */
  const connectOnce = async (onConnected: () => void): Promise<void> => {
    const client = newClient(await locate())
    client.on('error', onFailure)
    if (closing.signal.aborted) return
    current = client
    const ended = Promise.race([once(client, 'terminated'), once(client, 'end')])
    ended.catch(() => {})
    try {
      await connectSoon(client)
      onConnected()
      await ended
    } finally {
      current = null
      client.destroy()
    }
  }

  const keepConnected = async (): Promise<void> => {
    let attempts = 0
    const onConnected = (): void => {
      attempts = 0
      onReady()
    }
    while (!closing.signal.aborted) {
      attempts += 1
      await connectOnce(onConnected).catch(onFailure)
      const wait = Math.min(attempts * reconnectStepMilliseconds, maxReconnectMilliseconds)
      await pause(wait, undefined, { signal: closing.signal }).catch(() => {})
    }
  }
  const running = keepConnected()

  return {
    client: () => (current?.isReady ? current : null),
    renew: () => current?.destroy(),
    close: async () => {
      closing.abort()
      if (current?.isReady)
        await withTimeout(current.close(), closeTimeoutMilliseconds).catch(() => {})
      current?.destroy()
      await running
    },
  }
}

/** Returns a function that finds the server of this URL. */
const locatorOf = (text: string): (() => Promise<Address>) => {
  const urls = serverUrlsOf(text)
  const addresses = urls.map(addressOf)
  const [first] = addresses
  if (first === undefined || !urls[0].protocol.endsWith('+sentinel:')) {
    const address = addressOf(urls[0])
    return async () => address
  }
  const name = decodeURIComponent(urls[0].pathname.slice(1))
  return async () => {
    const asked = addresses.map((sentinel) => askSentinel(sentinel, name))
    const socket = await Promise.any(asked).catch(() => Promise.race(asked))
    return { ...first, socket: { ...socket, tls: first.socket.tls } }
  }
}

const addressOf = (url: URL): Address => {
  const isSentinel = url.protocol.endsWith('+sentinel:')
  return {
    socket: {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port || (isSentinel ? 26_379 : 6_379)),
      tls: url.protocol.startsWith('rediss'),
    },
    database: isSentinel ? 0 : Number(url.pathname.slice(1)),
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  }
}

/** Rejects if the sentinel is unavailable or does not know the server. */
const askSentinel = async (
  sentinel: Address,
  name: string,
): Promise<{ host: string; port: number }> => {
  const client = newClient(sentinel)
  client.on('error', () => {})
  try {
    await connectSoon(client)
    const asking = client.sendCommand(['SENTINEL', 'GET-MASTER-ADDR-BY-NAME', name])
    const reply = await withTimeout(asking, connectTimeoutMilliseconds)
    if (!Array.isArray(reply)) throw new Error(`the sentinels know no server named ${name}`)
    return { host: String(reply[0]), port: Number(reply[1]) }
  } finally {
    client.destroy()
  }
}

/** Rejects with TimeoutError after the time limit: a frozen server accepts connections and does not respond. */
const connectSoon = async (client: RedisClient): Promise<void> => {
  const connecting = client.connect()
  try {
    await withTimeout(connecting, connectTimeoutMilliseconds)
  } catch (error) {
    // A client that is destroyed before it has a socket gets one nevertheless, and keeps it.
    client.once('connect', () => client.destroy())
    throw error
  }
}

const newClient = ({ socket, database, username, password }: Address) =>
  createClient({
    database,
    ...(username === '' ? {} : { username }),
    ...(password === '' ? {} : { password }),
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    pingInterval: 5_000,
    socket: {
      host: socket.host,
      port: socket.port,
      ...(socket.tls ? { tls: true } : {}),
      connectTimeout: connectTimeoutMilliseconds,
      reconnectStrategy: false,
    },
  })
