import type { BackendName } from '@answerable/contracts/route'
import { resolveSession } from '@answerable/contracts/sessions'
import type { Bus } from '@answerable/service-kit/bus'
import { serviceCaller } from '@answerable/service-kit/call'
import type { Log } from '@answerable/service-kit/log'
import { openReplicas, type Replicas } from '@answerable/service-kit/replicas'
import type { Kit } from '@answerable/service-kit/service'
import { type Sessions, sessionDirectory } from './callers/sessions.ts'
import { type Breaker, circuitBreaker, guarded } from './calls/breaker.ts'
import { openUpstream, type Upstream } from './calls/upstream.ts'
import type { Config } from './config.ts'
import { fileHeaders, securityHeaders } from './headers.ts'
import { type Limiter, noLimits, openLimiter } from './limits/limiter.ts'
import { loadWebFiles, type WebFiles } from './pages/web-files.ts'

export type Deps = {
  log: Log
  bus: Bus
  upstreams: Readonly<Record<BackendName, Upstream>>
  sessions: Sessions
  limiter: Limiter
  web: WebFiles | null
  /** Names and values in turn, as `writeHead` takes them. */
  securityHeaders: readonly string[]
  /** The same for files of the web. */
  fileHeaders: readonly string[]
}

const resolveTimeoutMilliseconds = 1_000

export const openDeps = async (config: Config, { bus, cache, log }: Kit): Promise<Deps> => {
  const authReplicas = openReplicas({ url: config.AUTH_URL })
  const authBreaker = circuitBreaker()
  const upstreamAt = (url: string): Upstream =>
    openUpstream({ replicas: openReplicas({ url }), breaker: circuitBreaker() })
  return {
    log,
    bus,
    upstreams: {
      auth: openUpstream({ replicas: authReplicas, breaker: authBreaker }),
      catalog: upstreamAt(config.CATALOG_URL),
      moderation: upstreamAt(config.MODERATION_URL),
      diagnostics: upstreamAt(config.DIAGNOSTICS_URL),
      realtime: upstreamAt(config.REALTIME_URL),
    },
    sessions: sessionDirectory(
      sessionResolver(config, { replicas: authReplicas, breaker: authBreaker }),
    ),
    limiter: config.RATE_LIMITS === 'on' ? openLimiter(cache) : noLimits,
    web: config.WEB_DIR === undefined ? null : await loadWebFiles(config.WEB_DIR),
    securityHeaders: securityHeaders(config),
    fileHeaders: fileHeaders(config),
  }
}

export const closeDeps = async (deps: Deps): Promise<void> => {
  await Promise.all(Object.values(deps.upstreams).map(({ replicas }) => replicas.close()))
}

const sessionResolver = (
  config: Config,
  { replicas, breaker }: { replicas: Replicas; breaker: Breaker },
) => {
  const call = serviceCaller({
    issuer: 'gateway',
    replicas,
    keys: config.PASSPORT_KEYS,
    timeoutMilliseconds: resolveTimeoutMilliseconds,
  })
  return async (sessionHash: string, requestId: string) => {
    const answer = await guarded(breaker, () =>
      call(resolveSession, { body: { sessionHash } }, requestId),
    )
    return answer.viewer
  }
}
