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

type Needs = Pick<Deps, 'upstreams' | 'sessions' | 'limiter' | 'answers'>

/** What everybody is answered alike may be kept; the service says of each answer whether it is. */
export const isCacheable = isCompressible

/**
 * Answers a route to visitors from what is kept, or asks its service once for all who ask the same. Whoever
 * carries a session is answered by the service alone, and nothing of theirs is kept.
 */
export const cachedRead = (route: ForwardedRoute, config: Config, deps: Needs) => {
  const read = anonymousRead(route, config, deps)
  const straight = forward(route, config, deps)
  const keys = keysOfRoute(route)

  const { isFull } = deps.upstreams[route.service]
  /** Found out without reading the query: most of what comes in such moments is refused, at little cost. */
  const mayBeKept = (request: IncomingMessage): boolean =>
    keys.isAtHand(request) || deps.answers.find(request.url ?? '') !== undefined

  const join = async (exchange: RequestContext, pending: Promise<ReadOutcome>): Promise<void> => {
    const outcome = await pending
    if (outcome.kind === 'kept') return sendCached(exchange, outcome.answer)
    if (outcome.kind === 'failed') throw outcome.error
    if (isFailure(outcome)) throw new AppError('unavailable', { retryAfterSeconds: 1 })
    return straight(exchange)
  }

  const lead = async (exchange: RequestContext, key: string): Promise<void> => {
    const outcome = await read.ask(exchange, key)
    if (outcome.kind === 'kept') return sendCached(exchange, outcome.answer)
    if (outcome.kind !== 'other') throw outcome.error
    const sink = respondTo(exchange, route, { viewer: null, onCookies: () => {} })
    sink.start(outcome.answer.status, outcome.answer.headers)
    sink.data(outcome.answer.body)
    sink.end()
  }

  return (exchange: RequestContext): Promise<void> => {
    const { request } = exchange
    const isVisitors = !carriesSession(request, config)
    if (isVisitors && isFull() && !mayBeKept(request)) throw overloaded
    const key = isVisitors ? keys.of(request) : null
    if (key === null) return straight(exchange)
    const answer = read.fresh(key)
    if (answer !== null) return sendCached(exchange, answer)
    const outcome = read.join(key)
    return outcome === null ? lead(exchange, key) : join(exchange, outcome)
  }
}
