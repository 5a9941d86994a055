import type { BackendName, Route } from '@answerable/contracts/route'
import type { Bus } from '@answerable/service-kit/bus/bus'
import { type LoadBalancer, openLoadBalancer } from '@answerable/service-kit/calls/load-balancer'
import { isProduction } from '@answerable/service-kit/config'
import type { Log } from '@answerable/service-kit/log'
import { type LimitedLog, limitedLog } from '@answerable/service-kit/observability/limited-log'
import type { Observe } from '@answerable/service-kit/observability/observe-requests'
import type { Kit } from '@answerable/service-kit/service'
import { openSnapshotStore } from '@answerable/service-kit/snapshot-store/settings'
import { openResponseCache, type ResponseCache } from './cache/response-cache.ts'
import type { Config } from './config.ts'
import { sessionChangesReader } from './identity/session-changes.ts'
import { goodSessions } from './identity/session-guess-limit.ts'
import { sessionResolver } from './identity/session-resolver.ts'
import { type SessionDirectory, sessionDirectory } from './identity/sessions.ts'
import { measureResponses, measureUpstreams, retryCounter } from './observability.ts'
import { openSnapshots, type Snapshots } from './open-data/snapshots.ts'
import {
  loadPrerenderer,
  type PrerenderedPages,
  prerenderedPages,
} from './pages/prerendered-pages.ts'
import { loadWebFiles, type WebFiles } from './pages/web-files.ts'
import { openPictures, type Pictures } from './pictures/drawn-pictures.ts'
import { type Limiter, noLimits, openLimiter } from './rate-limit/limiter.ts'
import { fileHeaders, securityHeaders, workerHeaders } from './routing/headers.ts'
import { circuitBreaker } from './upstream/breaker.ts'
import { openGroupedCalls } from './upstream/grouped-calls.ts'
import { type LimitedUpstream, limitConcurrency, type SendBy } from './upstream/limited-upstream.ts'
import { openUpstream } from './upstream/upstream.ts'
import { openSessionSockets, type SessionSockets } from './websockets/session-sockets.ts'

export type Deps = {
  log: Log
  /** Limits the lines per second, for lines about requests. */
  requestLog: LimitedLog
  bus: Bus
  /** Null without metrics and traces. */
  observe: Observe | null
  upstreams: Readonly<Record<BackendName, LimitedUpstream>>
  /** The routes whose calls are sent in groups. */
  groupedCalls: ReadonlyMap<Route, SendBy>
  sessions: SessionDirectory
  sessionSockets: SessionSockets
  /** Instances of auth, with connections for session lookups only. */
  sessionReplicas: LoadBalancer
  limiter: Limiter
  responseCache: ResponseCache
  /** Sitemaps and feeds. Sitemaps are large and rarely read, so they must not replace other responses. */
  documentCache: ResponseCache
  /** The pictures of boycotts that other sites show. */
  pictures: Pictures
  /** Null without open data. */
  snapshots: Snapshots | null
  web: WebFiles | null
  /** Null when the web was built without a prerenderer. */
  prerendered: PrerenderedPages | null
  /** Alternating names and values, as `writeHead` takes them. */
  securityHeaders: readonly string[]
  /** The same for files of the web. */
  fileHeaders: readonly string[]
  /** The same for the service worker. */
  workerHeaders: readonly string[]
}

const maxDocumentBytes = 16 * 1_048_576

export const openDeps = async (config: Config, kit: Kit): Promise<Deps> => {
  const { bus, rateLimitStore, log, metrics, tracing, observe } = kit
  if (config.mailbox === 'off' && config.PUBLISH !== undefined && !isProduction(config))
    log.warn(
      'no mailbox page, because other machines can reach the site; set SMTP_URL to send mail',
    )
  const { upstreams, breakers } = openUpstreams(config, { metrics, tracing })
  const sessionReplicas = openLoadBalancer({ url: config.AUTH_URL })
  const good = goodSessions()
  const resolve = sessionResolver(config, {
    replicas: sessionReplicas,
    breaker: breakers.sessions,
    tracing,
    good,
  })
  const readChanges = sessionChangesReader(config, sessionReplicas)
  const sessionSockets = openSessionSockets()
  const ofCatalog = {
    replicas: upstreams.catalog.replicas,
    breaker: breakers.catalog,
    tracing,
  }
  const responseCache = openResponseCache()
  measureResponses(metrics, responseCache)
  const store = await openSnapshotStore(config)
  const requestLog = limitedLog(log)
  return {
    log,
    requestLog,
    bus,
    observe,
    upstreams,
    groupedCalls: openGroupedCalls(config, ofCatalog),
    sessionReplicas,
    sessions: sessionDirectory(
      { resolve, readChanges, onEnded: sessionSockets.end },
      metrics,
      good,
    ),
    sessionSockets,
    limiter: config.RATE_LIMITS === 'on' ? openLimiter(rateLimitStore, metrics) : noLimits,
    responseCache,
    documentCache: openResponseCache(maxDocumentBytes),
    pictures: openPictures(requestLog),
    snapshots: store === null ? null : openSnapshots(store, log),
    ...(await openWeb(config)),
    securityHeaders: securityHeaders(config),
    fileHeaders: fileHeaders(config),
    workerHeaders: workerHeaders(config),
  }
}

const openWeb = async ({
  WEB_DIR,
  PUBLIC_ORIGIN,
}: Config): Promise<Pick<Deps, 'web' | 'prerendered'>> => {
  if (WEB_DIR === undefined) return { web: null, prerendered: null }
  const [web, prerenderer] = await Promise.all([loadWebFiles(WEB_DIR), loadPrerenderer(WEB_DIR)])
  const prerendered = prerenderer && prerenderedPages(prerenderer, web, PUBLIC_ORIGIN)
  return { web, prerendered }
}

export const closeDeps = async (deps: Deps): Promise<void> => {
  deps.sessions.stop()
  const upstreams = Object.values(deps.upstreams)
  await Promise.all([
    ...[...upstreams, { replicas: deps.sessionReplicas }].map(closeReplicas),
    deps.pictures.close(),
  ])
}

const closeReplicas = ({ replicas }: { replicas: LoadBalancer }): Promise<void> => replicas.close()

const openUpstreams = (config: Config, { metrics, tracing }: Pick<Kit, 'metrics' | 'tracing'>) => {
  const countRetry = retryCounter(metrics)
  const breakers = {
    auth: circuitBreaker(),
    catalog: circuitBreaker(),
    moderation: circuitBreaker(),
    diagnostics: circuitBreaker(),
    notifications: circuitBreaker(),
    evidence: circuitBreaker(),
    realtime: circuitBreaker(),
    sessions: circuitBreaker(),
  }
  const upstreamAt = (name: BackendName, url: string): LimitedUpstream =>
    limitConcurrency(
      openUpstream({
        // Concurrency is limited per kind of call; a shared limit would make one kind wait for another.
        replicas: openLoadBalancer({ url, maxConnections: null }),
        breaker: breakers[name],
        tracing,
        onRetry: () => countRetry(name),
      }),
    )
  const upstreams = {
    auth: upstreamAt('auth', config.AUTH_URL),
    catalog: upstreamAt('catalog', config.CATALOG_URL),
    moderation: upstreamAt('moderation', config.MODERATION_URL),
    diagnostics: upstreamAt('diagnostics', config.DIAGNOSTICS_URL),
    notifications: upstreamAt('notifications', config.NOTIFICATIONS_URL),
    evidence: upstreamAt('evidence', config.EVIDENCE_URL),
    realtime: upstreamAt('realtime', config.REALTIME_URL),
  }
  measureUpstreams(metrics, { upstreams, breakers })
  return { upstreams, breakers }
}
