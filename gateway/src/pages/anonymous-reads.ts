import { anonymousRead } from '../cache/anonymous-read.ts'
import { isCacheable } from '../cache/cached-read.ts'
import type { ReadOutcome } from '../cache/response-cache.ts'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import type { RequestContext } from '../routing/request-context.ts'
import { compileRoutes } from '../routing/route-matcher.ts'
import type { ForwardedRoute } from '../upstream/forward.ts'

/** Reads an API address such as /api/boycotts?page=1&limit=30&sort=hot as a visitor. */
export type AnonymousReads = (context: RequestContext, address: string) => Promise<ReadOutcome>

/** Reads cacheable routes for the gateway itself. A cache miss counts against the limits of the visitor. */
export const anonymousReads = (
  routes: readonly ForwardedRoute[],
  config: Config,
  deps: Pick<Deps, 'upstreams' | 'groupedCalls' | 'limiter' | 'responseCache'>,
): AnonymousReads => {
  const lookUp = compileRoutes(
    routes.filter(isCacheable).map((route) => ({
      method: route.method,
      path: route.path,
      // A page can be a second old: its live connection brings what it lacks.
      target: anonymousRead(route, config, deps, { sendsOutdated: true }),
    })),
  )
  return async (context, address) => {
    const [path = ''] = address.split('?', 1)
    const match = lookUp('GET', path)
    if (match.kind !== 'found') throw new Error(`no cacheable route: ${match.kind}`)
    const read = match.target
    const entry = read.fresh(address)
    if (entry !== null) return { kind: 'cached', entry }
    // The RateLimit headers belong to the API response, not to the page.
    return read.join(address) ?? read.fetch({ ...context, headers: [] }, address)
  }
}
