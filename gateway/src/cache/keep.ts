import { AppError } from '@answerable/service-kit/errors'
import { carriesSession } from '../callers/identity.ts'
import { passportFor } from '../callers/passport.ts'
import { isCompressible } from '../calls/compress.ts'
import { answerInto, counting, type ForwardedRoute, forward, headersFor } from '../calls/forward.ts'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import type { Exchange } from '../exchange.ts'
import type { Flight, Landing } from './answer-cache.ts'
import type { KeptAnswer, ReceivedAnswer } from './kept-answer.ts'
import { keyOfRoute } from './keys.ts'
import { sendKept } from './send.ts'

type Needs = Pick<Deps, 'upstreams' | 'sessions' | 'limiter' | 'answers'>

/** What everybody is answered alike may be kept; the service says of each answer whether it is. */
export const isKeepable = isCompressible

/**
 * Answers a route to visitors from what is kept, or asks its service once for all who ask the same. Whoever
 * carries a session is answered by the service alone, and nothing of theirs is kept.
 */
export const keep = (route: ForwardedRoute, config: Config, deps: Needs) => {
  const { answers } = deps
  const straight = forward(route, config, deps)
  const count = counting(route, config, deps)
  const keyOf = keyOfRoute(route)

  const question = ({ request, requestId, ...exchange }: Exchange, path: string) => ({
    admit: () => count({ request, requestId, ...exchange }, null),
    fetch: () => {
      const call = { audience: route.service, method: 'GET', path, viewer: null }
      const passport = passportFor(request, call, config)
      const headers = headersFor(route, request.headers, { passport, requestId })
      return collect(deps.upstreams[route.service], { path, headers })
    },
  })

  /** What is answered now: an older answer rather than none, or than waiting for long. */
  const landingFor = async (key: string, flight: Flight): Promise<Landing> => {
    const landed = await (staleAnswer(key) === null ? flight.landing : flight.soon)
    if (landed !== null && !isFailure(landed)) return landed
    const stale = staleAnswer(key)
    if (stale === null) return flight.landing
    answers.counts.stale += 1
    return { kind: 'kept', answer: stale }
  }

  const staleAnswer = (key: string): KeptAnswer | null => {
    const answer = answers.find(key)
    return answer !== undefined && performance.now() < answer.staleUntil ? answer : null
  }

  const join = async (exchange: Exchange, key: string, flight: Flight): Promise<void> => {
    answers.counts.joined += 1
    const landed = await landingFor(key, flight)
    if (landed.kind === 'kept') return sendKept(exchange, landed.answer)
    if (landed.kind === 'failed') throw landed.error
    if (isFailure(landed)) throw new AppError('unavailable', { retryAfterSeconds: 1 })
    return straight(exchange)
  }

  const lead = async (exchange: Exchange, key: string): Promise<void> => {
    answers.counts.misses += 1
    const landed = await landingFor(key, answers.ask(key, question(exchange, key)))
    if (landed.kind === 'kept') return sendKept(exchange, landed.answer)
    if (landed.kind !== 'other') throw landed.error
    const sink = answerInto(exchange, route, { viewer: null, onCookies: () => {} })
    sink.start(landed.answer.status, landed.answer.headers)
    sink.data(landed.answer.body)
    sink.end()
  }

  return (exchange: Exchange): Promise<void> => {
    const { request } = exchange
    const isVisitors = request.method === 'GET' && !carriesSession(request, config)
    const key = isVisitors ? keyOf(request) : null
    if (key === null) return straight(exchange)
    const answer = answers.find(key)
    if (answer !== undefined && performance.now() < answer.freshUntil) {
      answers.counts.hits += 1
      return sendKept(exchange, answer)
    }
    const flight = answers.flight(key)
    return flight === undefined ? lead(exchange, key) : join(exchange, key, flight)
  }
}

const isFailure = (landed: Landing): boolean =>
  landed.kind === 'failed' || (landed.kind === 'other' && landed.answer.status >= 500)

/** The whole answer; it goes on for those who still wait when the one who asked has left. */
const collect = async (
  upstream: Deps['upstreams'][ForwardedRoute['service']],
  { path, headers }: { path: string; headers: string[] },
): Promise<ReceivedAnswer> => {
  const chunks: Buffer[] = []
  let start: Pick<ReceivedAnswer, 'status' | 'headers'> = { status: 0, headers: {} }
  await upstream.send(
    { method: 'GET', path, headers, body: null },
    {
      start: (status, received) => {
        start = { status, headers: received }
      },
      data: (chunk) => void chunks.push(chunk),
      end: () => {},
      abortable: () => {},
    },
  )
  return { ...start, body: Buffer.concat(chunks) }
}
