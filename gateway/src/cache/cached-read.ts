import type { IncomingMessage } from 'node:http'
import { overloaded } from '@answerable/service-kit/calls/concurrency-limit'
import { AppError } from '@answerable/service-kit/errors'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { carriesSession } from '../identity/identity.ts'
import type { RequestContext } from '../routing/request-context.ts'
import { isCompressible } from '../upstream/compress.ts'
import { type ForwardedRoute, forward, respondTo } from '../upstream/forward.ts'
import { anonymousRead, isFailure } from './anonymous-read.ts'
import { keysOfRoute } from './keys.ts'
import type { ReadOutcome } from './response-cache.ts'
import { sendCached } from './send-cached.ts'

/** Routes with the same response for every visitor. The service allows caching for each response. */
export const isCacheable = isCompressible

/**
 * Serves a route to visitors from the cache, with one call to its service for concurrent requests (single-flight).
 * Requests with a session are forwarded, and their responses are never cached.
 */
export const cachedRead = (
  route: ForwardedRoute,
  config: Config,
  deps: Pick<Deps, 'upstreams' | 'groupedCalls' | 'sessions' | 'limiter' | 'responseCache'>,
) => {
  const read = anonymousRead(route, config, deps)
  const forwardUncached = forward(route, config, deps)
  const keys = keysOfRoute(route)

  const { isFull } = deps.upstreams[route.service]
  /** Does not parse the query: under overload, most requests are refused and must be cheap. */
  const mayBeCached = (request: IncomingMessage): boolean =>
    keys.isKnown(request) || deps.responseCache.find(request.url ?? '') !== undefined

  const join = async (context: RequestContext, pending: Promise<ReadOutcome>): Promise<void> => {
    const outcome = await pending
    if (outcome.kind === 'cached') return sendCached(context, outcome.entry)
    if (outcome.kind === 'failed') throw outcome.error
    if (isFailure(outcome)) throw new AppError('unavailable', { retryAfterSeconds: 1 })
    return forwardUncached(context)
  }

  const lead = async (context: RequestContext, key: string): Promise<void> => {
    const outcome = await read.fetch(context, key)
    if (outcome.kind === 'cached') return sendCached(context, outcome.entry)
    if (outcome.kind !== 'uncacheable') throw outcome.error
    const sink = respondTo(context, route, { viewer: null, onCookies: () => {} })
    sink.start(outcome.response.status, outcome.response.headers)
    sink.data(outcome.response.body)
    sink.end()
  }

  return (context: RequestContext): Promise<void> => {
    const { request } = context
    const isAnonymous = !carriesSession(request, config)
    if (isAnonymous && isFull() && !mayBeCached(request)) throw overloaded
    const key = isAnonymous ? keys.of(request) : null
    if (key === null) return forwardUncached(context)
    const entry = read.fresh(key)
    if (entry !== null) return sendCached(context, entry)
    const pending = read.join(key)
    return pending === null ? lead(context, key) : join(context, pending)
  }
}
