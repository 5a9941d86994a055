import { compileTable } from '@answerable/service-kit/path-table'
import type { Landing } from '../cache/answer-cache.ts'
import { isKeepable } from '../cache/keep.ts'
import { sharedRead } from '../cache/shared-read.ts'
import type { ForwardedRoute } from '../calls/forward.ts'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import type { Exchange } from '../exchange.ts'

/** What the API answers a visitor at an address such as /api/boycotts?page=1&limit=30&sort=hot. */
export type VisitorReads = (exchange: Exchange, address: string) => Promise<Landing>

/** Reads for the gateway itself what visitors share; a read that no cache answers counts as theirs. */
export const visitorReads = (
  routes: readonly ForwardedRoute[],
  config: Config,
  deps: Pick<Deps, 'upstreams' | 'limiter' | 'answers'>,
): VisitorReads => {
  const lookUp = compileTable(
    routes.filter(isKeepable).map((route) => ({
      method: route.method,
      path: route.path,
      target: sharedRead(route, config, deps),
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
