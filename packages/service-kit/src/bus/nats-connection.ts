import { isIP } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import { type JetStreamClient, type JetStreamManager, jetstreamManager } from '@nats-io/jetstream'
import { type ConnectionOptions, connect, type NatsConnection } from '@nats-io/transport-node'
import { withTimeout } from '../calls/with-timeout.ts'
import type { Log } from '../log.ts'
import { serverUrlsOf } from '../server-urls.ts'

/** Lasts from a connect to the next disconnect. Declarations on the server are valid for that time. */
export type NatsSession = {
  readonly js: JetStreamClient
  readonly manager: JetStreamManager
  /** Aborted when the connection is lost. */
  readonly ended: AbortSignal
  /** Streams declared, by name. */
  readonly streams: Map<string, Promise<void>>
  /** Whether this client declares the stream of that owner, or waits for the owner to do so. */
  readonly declares: (owner: string) => boolean
  /** Number of servers that store each event. */
  readonly replicas: number
}

export type NatsLinkOptions = {
  /**
   * nats://user:password@host:port, or tls:// for an encrypted connection. The hosts of a cluster are
   * separated by commas.
   */
  readonly url: string
  /** Number of servers that store each event. Default: 1. */
  readonly replicas?: number | undefined
  /** Name of this client at the server. */
  readonly name: string
  readonly log: Log
  /** Owners whose streams this client declares at every connect. Default: every stream that it uses. */
  readonly declares?: readonly string[] | undefined
}

export type NatsLink = {
  /** Null while disconnected. */
  session: () => NatsSession | null
  /** Waits for a session; null once the link is closed or the caller's signal is aborted. */
  nextSession: (giveUp: AbortSignal) => Promise<NatsSession | null>
  close: () => Promise<void>
}

const requestTimeoutMilliseconds = 4_000
const drainTimeoutMilliseconds = 2_000
const reconnectMilliseconds = 250

/** Maintains one connection to NATS: retries the first connect and reconnects forever. */
export const natsLink = (options: NatsLinkOptions): NatsLink => {
  const { log, declares, replicas = 1 } = options
  const closing = new AbortController()
  let connection: NatsConnection | null = null
  let current: { session: NatsSession; end: () => void } | null = null
  let arrival = Promise.withResolvers<NatsSession | null>()

  const begin = async (live: NatsConnection): Promise<void> => {
    const ended = new AbortController()
    const manager = await jetstreamManager(live, {
      timeout: requestTimeoutMilliseconds,
      checkAPI: false,
    })
    const session = {
      js: manager.jetstream(),
      manager,
      ended: ended.signal,
      streams: new Map<string, Promise<void>>(),
      declares: (owner: string) => declares?.includes(owner) ?? true,
      replicas,
    }
    current = { session, end: () => ended.abort() }
    arrival.resolve(session)
  }

  const end = (): void => {
    if (current === null) return
    current.end()
    current = null
    arrival = Promise.withResolvers()
    if (closing.signal.aborted) arrival.resolve(null)
  }

  /** Resolves when the client has stopped reconnecting, which happens only on close. */
  const follow = async (live: NatsConnection): Promise<void> => {
    const statuses = live.status()
    await begin(live)
    log.info('connected to NATS')
    for await (const status of statuses) {
      if (status.type === 'disconnect') {
        end()
        log.warn('NATS disconnected')
      }
      if (status.type === 'reconnect') {
        await begin(live)
        log.info('NATS reconnected')
      }
      if (status.type === 'error') log.warn({ err: status.error }, 'NATS connection error')
    }
    end()
  }

  const keepConnected = async (): Promise<void> => {
    let hasWarned = false
    while (!closing.signal.aborted) {
      try {
        connection = await connect(connectionOptions(options))
        if (closing.signal.aborted) await connection.close()
        else await follow(connection)
      } catch (error) {
        if (!hasWarned) log.warn({ err: error }, 'NATS is unreachable, will be retried')
        hasWarned = true
      }
      await pause(reconnectMilliseconds, undefined, { signal: closing.signal }).catch(() => {})
    }
  }
  const running = keepConnected()

  return {
    session: () => current?.session ?? null,
    nextSession: (giveUp) => Promise.race([arrival.promise, aborted(giveUp)]),
    close: async () => {
      closing.abort()
      arrival.resolve(null)
      if (connection !== null && current !== null) await drain(connection)
      await connection?.close()
      await running
    },
  }
}

/** Flushes buffered messages, unless the server hangs. */
const drain = async (connection: NatsConnection): Promise<void> => {
  await withTimeout(connection.drain(), drainTimeoutMilliseconds).catch(() => {})
}

/** Resolves when the signal is aborted. */
export const aborted = (signal: AbortSignal): Promise<null> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(null)
    else signal.addEventListener('abort', () => resolve(null), { once: true })
  })

/**
 * The client names no host for a server with an IP address, and Node would compare its certificate with 'localhost'.
 * It must be for one of the addresses of the URL.
 */
const identityCheck = (servers: readonly URL[]) => {
  const hosts = servers.map(({ hostname }) => hostname.replace(/^\[|\]$/g, ''))
  const nameless = hosts.filter((host) => isIP(host) !== 0 || host === 'localhost')
  return {
    checkServerIdentity: (name: string, certificate: PeerCertificate): Error | undefined => {
      const expected = name === 'localhost' ? nameless : [name]
      const faults = expected.map((host) => checkServerIdentity(host, certificate))
      if (faults.includes(undefined)) return undefined
      return faults[0] ?? new Error('The server has no name of NATS_URL')
    },
  }
}

/** The client does not read credentials from a URL. */
const connectionOptions = ({ url, name }: NatsLinkOptions): ConnectionOptions => {
  const servers = serverUrlsOf(url)
  const { protocol, username, password } = servers[0]
  return {
    servers: servers.map(({ host }) => host),
    name,
    // A separate inbox prefix, so that server permissions can prevent others from reading the replies.
    inboxPrefix: `_INBOX.${name}`,
    // Requires TLS: the client rejects a server without it before it sends anything.
    ...(protocol === 'tls:' ? { tls: { handshakeFirst: false, ...identityCheck(servers) } } : {}),
    ...(username === '' ? {} : { user: decodeURIComponent(username) }),
    ...(password === '' ? {} : { pass: decodeURIComponent(password) }),
    timeout: requestTimeoutMilliseconds,
    maxReconnectAttempts: -1,
    reconnectTimeWait: reconnectMilliseconds,
    ignoreAuthErrorAbort: true,
    pingInterval: 5_000,
    maxPingOut: 2,
  }
}
