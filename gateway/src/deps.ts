import type { BackendName } from '@answerable/contracts/route'
import { resolveSession } from '@answerable/contracts/sessions'
import type { Bus } from '@answerable/service-kit/bus'
import { serviceCaller } from '@answerable/service-kit/call'
import { isProduction } from '@answerable/service-kit/config'
import { AppError } from '@answerable/service-kit/errors'
import { type LimitedLog, limitedLog } from '@answerable/service-kit/limited-log'
import type { Log } from '@answerable/service-kit/log'
import type { Observe } from '@answerable/service-kit/observe'
import { openReplicas, type Replicas } from '@answerable/service-kit/replicas'
import type { Kit } from '@answerable/service-kit/service'
import type { Tracing } from '@answerable/service-kit/tracing'
import { type AnswerCache, answerCache } from './cache/answer-cache.ts'
import { limitGuesses, type Resolve } from './callers/guesses.ts'
import { type Sessions, sessionDirectory } from './callers/sessions.ts'
import { type BoundedUpstream, bounded } from './calls/bounded.ts'
import { type Breaker, circuitBreaker, guarded } from './calls/breaker.ts'
import { openUpstream } from './calls/upstream.ts'
import type { Config } from './config.ts'
import { fileHeaders, securityHeaders } from './headers.ts'
import { type Limiter, noLimits, openLimiter } from './limits/limiter.ts'
import { type DrawnPages, drawnPages, loadDrawing } from './pages/drawn-pages.ts'
import { loadWebFiles, type WebFiles } from './pages/web-files.ts'
import { measureAnswers, measureUpstreams, retryCounter } from './watch.ts'

export type Deps = {
  log: Log
  /** For lines about requests, of which there may be a flood. */
  requestLog: LimitedLog
  bus: Bus
  /** Null where nobody watches. */
  observe: Observe | null
  upstreams: Readonly<Record<BackendName, BoundedUpstream>>
  sessions: Sessions
  /** The instances of auth as they are asked about sessions, over connections that nothing else uses. */
  sessionReplicas: Replicas
  limiter: Limiter
  answers: AnswerCache
  web: WebFiles | null
  /** Null where the web was built without. */
  drawn: DrawnPages | null
  /** Names and values in turn, as `writeHead` takes them. */
  securityHeaders: readonly string[]
  /** The same for files of the web. */
  fileHeaders: readonly string[]
}

const resolveTimeoutMilliseconds = 1_000

export const openDeps = async (config: Config, kit: Kit): Promise<Deps> => {
  const { bus, cache, log, metrics, tracing, observe } = kit
  if (config.mailbox === 'off' && config.PUBLISH !== undefined && !isProduction(config))
    log.warn(
      'no mailbox page, because other machines can reach the site; set SMTP_URL to send mail',
    )
  const { upstreams, breakers } = openUpstreams(config, { metrics, tracing })
  const sessionReplicas = openReplicas({ url: config.AUTH_URL })
  const askAuth = { replicas: sessionReplicas, breaker: breakers.sessions, tracing }
  const answers = answerCache()
  measureAnswers(metrics, answers)
  return {
    log,
    requestLog: limitedLog(log),
    bus,
    observe,
    upstreams,
    sessionReplicas,
    sessions: sessionDirectory(sessionResolver(config, askAuth), metrics),
    limiter: config.RATE_LIMITS === 'on' ? openLimiter(cache, metrics) : noLimits,
    answers,
    ...(await openWeb(config)),
    securityHeaders: securityHeaders(config),
    fileHeaders: fileHeaders(config),
  }
}

const openWeb = async ({ WEB_DIR }: Config): Promise<Pick<Deps, 'web' | 'drawn'>> => {
  if (WEB_DIR === undefined) return { web: null, drawn: null }
  const [web, drawing] = await Promise.all([loadWebFiles(WEB_DIR), loadDrawing(WEB_DIR)])
  return { web, drawn: drawing === null ? null : drawnPages(drawing, web) }
}

export const closeDeps = async (deps: Deps): Promise<void> => {
  const upstreams = Object.values(deps.upstreams)
  await Promise.all([...upstreams, { replicas: deps.sessionReplicas }].map(closeReplicas))
}

const closeReplicas = ({ replicas }: { replicas: Replicas }): Promise<void> => replicas.close()

const openUpstreams = (config: Config, { metrics, tracing }: Pick<Kit, 'metrics' | 'tracing'>) => {
  const countRetry = retryCounter(metrics)
  const breakers = {
    auth: circuitBreaker(),
    catalog: circuitBreaker(),
    moderation: circuitBreaker(),
    diagnostics: circuitBreaker(),
    realtime: circuitBreaker(),
    sessions: circuitBreaker(),
  }
  const upstreamAt = (name: BackendName, url: string): BoundedUpstream =>
    bounded(
      openUpstream({
        // What is bounded by kind needs no other bound, in which one kind would wait for another.
        replicas: openReplicas({ url, maxConnections: null }),
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
    realtime: upstreamAt('realtime', config.REALTIME_URL),
  }
  measureUpstreams(metrics, { upstreams, breakers })
  return { upstreams, breakers }
}

const sessionResolver = (
  config: Config,
  { replicas, breaker, tracing }: { replicas: Replicas; breaker: Breaker; tracing: Tracing | null },
) => {
  const call = serviceCaller({
    issuer: 'gateway',
    replicas,
    keys: config.PASSPORT_KEYS,
    timeoutMilliseconds: resolveTimeoutMilliseconds,
    tracing,
  })
  const resolve: Resolve = async (sessionHash, { requestId, evenSuspended = false }) => {
    const answer = await guarded(breaker, () =>
      call(resolveSession, { body: { sessionHash, evenSuspended } }, requestId),
    )
    if (answer.suspended && !evenSuspended) throw new AppError('account_suspended')
    return answer.viewer
  }
  return config.RATE_LIMITS === 'on' ? limitGuesses(resolve) : resolve
}
