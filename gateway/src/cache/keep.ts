import type { IncomingMessage } from 'node:http'
import { tooManyWait } from '@answerable/service-kit/concurrency-limit'
import { AppError } from '@answerable/service-kit/errors'
import { carriesSession } from '../callers/identity.ts'
import { isCompressible } from '../calls/compress.ts'
import { answerInto, type ForwardedRoute, forward } from '../calls/forward.ts'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import type { Exchange } from '../exchange.ts'
import type { Landing } from './answer-cache.ts'
import { keysOfRoute } from './keys.ts'
import { sendKept } from './send.ts'
import { isFailure, sharedRead } from './shared-read.ts'

type Needs = Pick<Deps, 'upstreams' | 'sessions' | 'limiter' | 'answers'>

/** What everybody is answered alike may be kept; the service says of each answer whether it is. */
export const isKeepable = isCompressible

/**
 * Answers a route to visitors from what is kept, or asks its service once for all who ask the same. Whoever
 * carries a session is answered by the service alone, and nothing of theirs is kept.
 */
export const keep = (route: ForwardedRoute, config: Config, deps: Needs) => {
  const read = sharedRead(route, config, deps)
  const straight = forward(route, config, deps)
  const keys = keysOfRoute(route)

  const { isFull } = deps.upstreams[route.service]
  /** Found out without reading the query: most of what comes in such moments is refused, at little cost. */
  const mayBeKept = (request: IncomingMessage): boolean =>
    keys.isAtHand(request) || deps.answers.find(request.url ?? '') !== undefined

  const join = async (exchange: Exchange, landing: Promise<Landing>): Promise<void> => {
    const landed = await landing
    if (landed.kind === 'kept') return sendKept(exchange, landed.answer)
    if (landed.kind === 'failed') throw landed.error
    if (isFailure(landed)) throw new AppError('unavailable', { retryAfterSeconds: 1 })
    return straight(exchange)
  }

  const lead = async (exchange: Exchange, key: string): Promise<void> => {
    const landed = await read.ask(exchange, key)
    if (landed.kind === 'kept') return sendKept(exchange, landed.answer)
    if (landed.kind !== 'other') throw landed.error
    const sink = answerInto(exchange, route, { viewer: null, onCookies: () => {} })
    sink.start(landed.answer.status, landed.answer.headers)
    sink.data(landed.answer.body)
    sink.end()
  }

  return (exchange: Exchange): Promise<void> => {
    const { request } = exchange
    const isVisitors = !carriesSession(request, config)
    if (isVisitors && isFull() && !mayBeKept(request)) throw tooManyWait
    const key = isVisitors ? keys.of(request) : null
    if (key === null) return straight(exchange)
    const answer = read.fresh(key)
    if (answer !== null) return sendKept(exchange, answer)
    const landing = read.join(key)
    return landing === null ? lead(exchange, key) : join(exchange, landing)
  }
}
