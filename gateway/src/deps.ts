import type { BackendName } from '@answerable/contracts/route'
import { resolveSession } from '@answerable/contracts/sessions'
import type { Bus } from '@answerable/service-kit/bus'
import { openAgent, serviceCaller } from '@answerable/service-kit/call'
import type { Log } from '@answerable/service-kit/log'
import type { Kit } from '@answerable/service-kit/service'
import type { Agent } from 'undici'
import { type Sessions, sessionDirectory } from './callers/sessions.ts'
import { type Breaker, circuitBreaker, guarded } from './calls/breaker.ts'
import { openUpstream, type Upstream } from './calls/upstream.ts'
import type { Config } from './config.ts'
import { securityHeaders } from './headers.ts'
import { loadWebFiles, type WebFiles } from './pages/web-files.ts'

export type Deps = {
  log: Log
  bus: Bus
  upstreams: Readonly<Record<BackendName, Upstream>>
  sessions: Sessions
  /** Keeps the connections on which sessions are asked for. */
  agent: Agent
  web: WebFiles | null
  /** Names and values in turn, as `writeHead` takes them. */
  securityHeaders: readonly string[]
}

const resolveTimeoutMilliseconds = 1_000

export const openDeps = async (config: Config, { bus, log }: Kit): Promise<Deps> => {
  const agent = openAgent()
  const authBreaker = circuitBreaker()
  return {
    log,
    bus,
    upstreams: {
      auth: openUpstream({ url: config.AUTH_URL, breaker: authBreaker }),
      catalog: openUpstream({ url: config.CATALOG_URL, breaker: circuitBreaker() }),
      moderation: openUpstream({ url: config.MODERATION_URL, breaker: circuitBreaker() }),
      diagnostics: openUpstream({ url: config.DIAGNOSTICS_URL, breaker: circuitBreaker() }),
      realtime: openUpstream({ url: config.REALTIME_URL, breaker: circuitBreaker() }),
    },
    sessions: sessionDirectory(sessionResolver(config, { agent, breaker: authBreaker })),
    agent,
    web: config.WEB_DIR === undefined ? null : await loadWebFiles(config.WEB_DIR),
    securityHeaders: securityHeaders(config),
  }
}

export const closeDeps = async (deps: Deps): Promise<void> => {
  await Promise.all([
    ...Object.values(deps.upstreams).map((upstream) => upstream.close()),
    deps.agent.destroy(),
  ])
}

const sessionResolver = (
  config: Config,
  { agent, breaker }: { agent: Agent; breaker: Breaker },
) => {
  const call = serviceCaller({
    issuer: 'gateway',
    url: config.AUTH_URL,
    keys: config.PASSPORT_KEYS,
    dispatcher: agent,
    timeoutMilliseconds: resolveTimeoutMilliseconds,
  })
  return async (sessionHash: string, requestId: string) => {
    const answer = await guarded(breaker, () =>
      call(resolveSession, { body: { sessionHash } }, requestId),
    )
    return answer.viewer
  }
}
