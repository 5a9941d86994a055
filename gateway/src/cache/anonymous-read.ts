import { overloaded } from '@answerable/service-kit/calls/concurrency-limit'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { passportFor } from '../identity/passport.ts'
import type { RequestContext } from '../routing/request-context.ts'
import { type ForwardedRoute, headersFor, rateLimited } from '../upstream/forward.ts'
import type { Upstream } from '../upstream/upstream.ts'
import type { CacheEntry, UpstreamResponse } from './cache-entry.ts'
import type { InFlightRead, ReadOutcome, UpstreamRead } from './response-cache.ts'

type ReadOptions = {
  /** Converts a response before it is cached. */
  present?: (response: UpstreamResponse) => UpstreamResponse
  /** Whether an outdated entry is sent as well while the service is slow. */
  sendsOutdated?: boolean
}

/** Reads a route for visitors: from the cache if possible, else from its service. */
export const anonymousRead = (
  route: ForwardedRoute,
  config: Config,
  deps: Pick<Deps, 'upstreams' | 'groupedCalls' | 'limiter' | 'responseCache'>,
  { present = (response) => response, sendsOutdated = false }: ReadOptions = {},
) => {
  const { responseCache } = deps
  const { count } = rateLimited(route, config, deps)
  const send = deps.upstreams[route.service].openReads(deps.groupedCalls.get(route))

  const upstreamRead = (context: RequestContext, path: string): UpstreamRead => ({
    admit: () => count(context, null),
    fetch: async () => {
      const { request, requestId } = context
      const call = { audience: route.service, method: 'GET', path, viewer: null }
      const passport = passportFor(request, call, config)
      const headers = headersFor(route, request.headers, { passport, requestId })
      return present(await collect(send, { path, headers }))
    },
  })

  /** Prefers a stale entry to an error, and to a long wait unless it is outdated. */
  const outcomeOf = async (key: string, pending: InFlightRead): Promise<ReadOutcome> => {
    const canSendSoon = () => {
      const stale = staleEntry(key)
      return stale !== null && (sendsOutdated || !stale.isOutdated)
    }
    let outcome = canSendSoon() ? await pending.timedOutcome : null
    if (outcome === null && !canSendSoon()) outcome = await pending.outcome
    if (outcome !== null && !isFailure(outcome)) return outcome
    const stale = staleEntry(key)
    return stale === null ? pending.outcome : staleOutcome(stale)
  }

  const staleOutcome = (entry: CacheEntry): ReadOutcome => {
    responseCache.counts.stale += 1
    return { kind: 'cached', entry }
  }

  const staleEntry = (key: string): CacheEntry | null => {
    const entry = responseCache.find(key)
    return entry !== undefined && performance.now() < entry.staleUntil ? entry : null
  }

  return {
    fresh: (key: string): CacheEntry | null => {
      const entry = responseCache.find(key)
      if (entry === undefined || performance.now() >= entry.freshUntil) return null
      responseCache.counts.hits += 1
      return entry
    },
    /** The outcome of the fetch in flight; null when there is none. */
    join: (key: string): Promise<ReadOutcome> | null => {
      const pending = responseCache.inFlight(key)
      if (pending === undefined) return null
      responseCache.counts.joined += 1
      return outcomeOf(key, pending)
    },
    fetch: async (context: RequestContext, key: string): Promise<ReadOutcome> => {
      if (deps.upstreams[route.service].isFull()) {
        const stale = staleEntry(key)
        return stale === null ? { kind: 'failed', error: overloaded } : staleOutcome(stale)
      }
      responseCache.counts.misses += 1
      return outcomeOf(key, responseCache.fetch(key, upstreamRead(context, key)))
    },
  }
}

export const isFailure = (outcome: ReadOutcome): boolean =>
  outcome.kind === 'failed' || (outcome.kind === 'uncacheable' && outcome.response.status >= 500)

/** Buffers the response. The call continues for the other requests when the client of the first one leaves. */
const collect = async (
  send: Upstream['send'],
  { path, headers }: { path: string; headers: string[] },
): Promise<UpstreamResponse> => {
  const chunks: Buffer[] = []
  let start: Pick<UpstreamResponse, 'status' | 'headers'> = { status: 0, headers: {} }
  await send(
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
