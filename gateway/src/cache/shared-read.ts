import { tooManyWait } from '@answerable/service-kit/concurrency-limit'
import { passportFor } from '../callers/passport.ts'
import { counting, type ForwardedRoute, headersFor } from '../calls/forward.ts'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import type { Exchange } from '../exchange.ts'
import type { Flight, Landing, Question } from './answer-cache.ts'
import type { KeptAnswer, ReceivedAnswer } from './kept-answer.ts'

type Needs = Pick<Deps, 'upstreams' | 'limiter' | 'answers'>

/** A route as visitors read it: what is kept of it, and the question to its service when it is not. */
export const sharedRead = (route: ForwardedRoute, config: Config, deps: Needs) => {
  const { answers } = deps
  const { count } = counting(route, config, deps)

  const question = (exchange: Exchange, path: string): Question => ({
    admit: () => count(exchange, null),
    fetch: () => {
      const { request, requestId } = exchange
      const call = { audience: route.service, method: 'GET', path, viewer: null }
      const passport = passportFor(request, call, config)
      const headers = headersFor(route, request.headers, { passport, requestId })
      return collect(deps.upstreams[route.service], { path, headers })
    },
  })

  /** What is answered now: an older answer rather than none, or than waiting for long. */
  const landingOf = async (key: string, flight: Flight): Promise<Landing> => {
    const landed = await (staleAnswer(key) === null ? flight.landing : flight.soon)
    if (landed !== null && !isFailure(landed)) return landed
    const stale = staleAnswer(key)
    return stale === null ? flight.landing : older(stale)
  }

  const older = (answer: KeptAnswer): Landing => {
    answers.counts.stale += 1
    return { kind: 'kept', answer }
  }

  const staleAnswer = (key: string): KeptAnswer | null => {
    const answer = answers.find(key)
    return answer !== undefined && performance.now() < answer.staleUntil ? answer : null
  }

  return {
    fresh: (key: string): KeptAnswer | null => {
      const answer = answers.find(key)
      if (answer === undefined || performance.now() >= answer.freshUntil) return null
      answers.counts.hits += 1
      return answer
    },
    /** What another's question comes to; null when nobody has asked. */
    join: (key: string): Promise<Landing> | null => {
      const flight = answers.flight(key)
      if (flight === undefined) return null
      answers.counts.joined += 1
      return landingOf(key, flight)
    },
    ask: async (exchange: Exchange, key: string): Promise<Landing> => {
      if (deps.upstreams[route.service].isFull()) {
        const stale = staleAnswer(key)
        return stale === null ? { kind: 'failed', error: tooManyWait } : older(stale)
      }
      answers.counts.misses += 1
      return landingOf(key, answers.ask(key, question(exchange, key)))
    },
  }
}

export const isFailure = (landed: Landing): boolean =>
  landed.kind === 'failed' || (landed.kind === 'other' && landed.answer.status >= 500)

/** The whole answer; it goes on for those who still wait when the one who asked has left. */
const collect = async (
  upstream: Deps['upstreams'][ForwardedRoute['service']],
  { path, headers }: { path: string; headers: string[] },
): Promise<ReceivedAnswer> => {
  const chunks: Buffer[] = []
  let start: Pick<ReceivedAnswer, 'status' | 'headers'> = { status: 0, headers: {} }
  await upstream.read(
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
  const [body = noBytes, ...others] = chunks
  return { ...start, body: others.length === 0 ? body : Buffer.concat(chunks) }
}

const noBytes = Buffer.alloc(0)
