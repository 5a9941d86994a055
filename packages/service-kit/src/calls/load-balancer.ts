import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { Pool } from 'undici'
import { openTimeLimit } from './time-limit.ts'

/** The use of one instance for one call or connection, from `take` to `end`. */
export type Lease = {
  /** http://10.0.0.3:8080 */
  readonly origin: string
  readonly pool: Pool
  /** 'abandoned' does not count for or against the instance. */
  readonly release: (outcome: 'success' | 'failure' | 'abandoned') => void
}

/** The current instances of one service. */
export type LoadBalancer = {
  /**
   * The less busy of two random instances. Prefers instances that are ready and did not just fail. Does not
   * return `but`, unless it is the only one.
   */
  readonly acquire: (but?: Lease) => Lease
  readonly size: () => number
  /** Whether any instance is ready. */
  readonly isReady: () => Promise<boolean>
  readonly close: () => Promise<void>
}

type Options = {
  /** http://name:port; a name may have many addresses, which are resolved again every second. */
  url: string
  /** Returns the origins of the instances; by default the addresses of the name. */
  locate?: (url: string) => Promise<readonly string[]>
  /** Connections to each instance; null for no limit. */
  maxConnections?: number | null
}

type Replica = {
  origin: string
  pool: Pool
  inFlight: number
  isReady: boolean
  ejectedUntil: number
}

const refreshMilliseconds = 1_000
const ejectionMilliseconds = 2_000
const connectTimeoutMilliseconds = 1_000
const readyTimeoutMilliseconds = 1_000

export const openLoadBalancer = ({
  url,
  locate = locateByName,
  maxConnections = 128,
}: Options): LoadBalancer => {
  const newReplica = (origin: string) => replicaAt(origin, maxConnections)
  // Until the name is resolved, the name itself is the only instance.
  let replicas = [newReplica(new URL(url).origin)]
  let refreshing: Promise<void> | null = null

  const refresh = async (): Promise<void> => {
    const origins = await locate(url).catch(() => [])
    // A failed lookup does not change the list.
    if (origins.length > 0) keepOnly(origins)
    if (replicas.length > 1) await Promise.all(replicas.map(check))
  }

  const keepOnly = (origins: readonly string[]): void => {
    const isStaying = ({ origin }: Replica) => origins.includes(origin)
    for (const leaving of replicas.filter((replica) => !isStaying(replica))) {
      leaving.pool.close().catch(() => {})
    }
    const staying = replicas.filter(isStaying)
    const known = staying.map(({ origin }) => origin)
    const coming = origins.filter((origin) => !known.includes(origin)).map(newReplica)
    replicas = [...staying, ...coming]
  }

  const tick = (): void => {
    refreshing ??= refresh().finally(() => {
      refreshing = null
    })
  }
  const timer = setInterval(tick, refreshMilliseconds)
  tick()

  return {
    acquire: (but) => {
      const others = replicas.filter(({ pool }) => pool !== but?.pool)
      const fit = others.filter(isFit)
      return leaseOf(lessLoadedOfTwo([fit, others, replicas].find((some) => some.length > 0) ?? []))
    },
    size: () => replicas.length,
    isReady: async () => (await Promise.all(replicas.map(check))).includes(true),
    close: async () => {
      clearInterval(timer)
      await refreshing
      await Promise.all(replicas.map(({ pool }) => pool.destroy()))
    },
  }
}

/** Whether a call failed before any of it was sent. Then even a write may be retried on another instance. */
export const wasNeverSent = (error: unknown): boolean =>
  error instanceof Error && connectFailures.has(String((error as { code?: unknown }).code))

const connectFailures = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

const replicaAt = (origin: string, maxConnections: number | null): Replica => ({
  origin,
  pool: new Pool(origin, {
    connections: maxConnections,
    connect: { timeout: connectTimeoutMilliseconds },
    keepAliveMaxTimeout: 30_000,
    // The sender sets the time limit of the whole response.
    headersTimeout: 0,
    bodyTimeout: 0,
  }),
  inFlight: 0,
  isReady: false,
  ejectedUntil: 0,
})

const isFit = ({ isReady, ejectedUntil }: Replica): boolean =>
  isReady && performance.now() >= ejectedUntil

const lessLoadedOfTwo = (replicas: readonly Replica[]): Replica => {
  const first = Math.floor(Math.random() * replicas.length)
  const second = (first + 1 + Math.floor(Math.random() * (replicas.length - 1))) % replicas.length
  const [one, other] = [replicas[first], replicas[second]]
  if (one === undefined || other === undefined) throw new Error('a service has no instance')
  return other.inFlight < one.inFlight ? other : one
}

const leaseOf = (replica: Replica): Lease => {
  let isOver = false
  replica.inFlight += 1
  return {
    origin: replica.origin,
    pool: replica.pool,
    release: (outcome) => {
      if (isOver) return
      isOver = true
      replica.inFlight -= 1
      if (outcome === 'success') replica.ejectedUntil = 0
      if (outcome === 'failure') replica.ejectedUntil = performance.now() + ejectionMilliseconds
    },
  }
}

const check = async (replica: Replica): Promise<boolean> => {
  const limit = openTimeLimit(readyTimeoutMilliseconds)
  try {
    const { statusCode, body } = await replica.pool.request({
      method: 'GET',
      path: '/ready',
      signal: limit.signal,
    })
    await body.dump()
    replica.isReady = statusCode === 200
  } catch {
    replica.isReady = false
  } finally {
    limit.stop()
  }
  return replica.isReady
}

/** Uses one address family: a service that listens on both is one instance. */
const locateByName = async (url: string): Promise<string[]> => {
  const { hostname, origin, port } = new URL(url)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return [origin]
  const all = await lookup(hostname, { all: true })
  const old = all.filter(({ family }) => family === 4)
  return (old.length > 0 ? old : all).map(({ address, family }) => {
    const host = family === 6 ? `[${address}]` : address
    return new URL(`http://${host}:${port || 80}`).origin
  })
}
