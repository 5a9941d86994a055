import { overloaded } from '@answerable/service-kit/calls/concurrency-limit'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { passportFor } from '../identity/passport.ts'
import type { RequestContext } from '../routing/request-context.ts'
import { type ForwardedRoute, headersFor, rateLimited } from '../upstream/forward.ts'
import type { CacheEntry, UpstreamResponse } from './cache-entry.ts'
import type { InFlightRead, ReadOutcome, UpstreamRead } from './response-cache.ts'

type Needs = Pick<Deps, 'upstreams' | 'limiter' | 'answers'>

/** A route as visitors read it: what is kept of it, and the question to its service when it is not. */
export const anonymousRead = (route: ForwardedRoute, config: Config, deps: Needs) => {
  const { answers } = deps
  const { count } = rateLimited(route, config, deps)

  const question = (exchange: RequestContext, path: string): UpstreamRead => ({
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
  const outcomeOf = async (key: string, pending: InFlightRead): Promise<ReadOutcome> => {
    const outcome = await (staleAnswer(key) === null ? pending.outcome : pending.soon)
    if (outcome !== null && !isFailure(outcome)) return outcome
    const stale = staleAnswer(key)
    return stale === null ? pending.outcome : older(stale)
  }

  const older = (answer: CacheEntry): ReadOutcome => {
    answers.counts.stale += 1
    return { kind: 'kept', answer }
  }

  const staleAnswer = (key: string): CacheEntry | null => {
    const answer = answers.find(key)
    return answer !== undefined && performance.now() < answer.staleUntil ? answer : null
  }

  return {
    fresh: (key: string): CacheEntry | null => {
      const answer = answers.find(key)
      if (answer === undefined || performance.now() >= answer.freshUntil) return null
      answers.counts.hits += 1
      return answer
    },
    /** What another's question comes to; null when nobody has asked. */
    join: (key: string): Promise<ReadOutcome> | null => {
      const pending = answers.inFlight(key)
      if (pending === undefined) return null
      answers.counts.joined += 1
      return outcomeOf(key, pending)
    },
    ask: async (exchange: RequestContext, key: string): Promise<ReadOutcome> => {
      if (deps.upstreams[route.service].isFull()) {
        const stale = staleAnswer(key)
        return stale === null ? { kind: 'failed', error: overloaded } : older(stale)
      }
      answers.counts.misses += 1
      return outcomeOf(key, answers.ask(key, question(exchange, key)))
    },
  }
}

export const isFailure = (outcome: ReadOutcome): boolean =>
  outcome.kind === 'failed' || (outcome.kind === 'other' && outcome.answer.status >= 500)

/** The whole answer; it goes on for those who still wait when the one who asked has left. */
const collect = async (
  upstream: Deps['upstreams'][ForwardedRoute['service']],
  { path, headers }: { path: string; headers: string[] },
): Promise<UpstreamResponse> => {
  const chunks: Buffer[] = []
  let start: Pick<UpstreamResponse, 'status' | 'headers'> = { status: 0, headers: {} }
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
