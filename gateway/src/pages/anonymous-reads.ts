import { compileRoutes } from '@answerable/service-kit/http/route-matcher'
import { anonymousRead } from '../cache/anonymous-read.ts'
import { isCacheable } from '../cache/cached-read.ts'
import type { ReadOutcome } from '../cache/response-cache.ts'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import type { RequestContext } from '../routing/request-context.ts'
import type { ForwardedRoute } from '../upstream/forward.ts'

/** What the API answers a visitor at an address such as /api/boycotts?page=1&limit=30&sort=hot. */
export type AnonymousReads = (exchange: RequestContext, address: string) => Promise<ReadOutcome>

/** Reads for the gateway itself what visitors share; a read that no cache answers counts as theirs. */
export const anonymousReads = (
  routes: readonly ForwardedRoute[],
  config: Config,
  deps: Pick<Deps, 'upstreams' | 'limiter' | 'answers'>,
): AnonymousReads => {
  const lookUp = compileRoutes(
    routes.filter(isCacheable).map((route) => ({
      method: route.method,
      path: route.path,
      target: anonymousRead(route, config, deps),
    })),
  )
  return async (exchange, address) => {
    const [path = ''] = address.split('?', 1)
    const match = lookUp('GET', path)
    if (match.kind !== 'found') throw new Error(`visitors share nothing at ${match.kind}`)
    const read = match.target
    const answer = read.fresh(address)
    if (answer !== null) return { kind: 'kept', answer }
    // The limits of a read are told with the read, not with the page.
    return read.join(address) ?? read.ask({ ...exchange, headers: [] }, address)
  }
}
