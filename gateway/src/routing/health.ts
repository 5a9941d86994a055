import type { Upstream } from '../upstream/upstream.ts'
import { type RequestContext, respondJson } from './request-context.ts'

export const serveLiveness = async (exchange: RequestContext): Promise<void> =>
  respondJson(exchange, 200, { live: true })

/**
 * Ready once every service has been. Afterwards it stays so: when one of them goes away, its own calls
 * are refused with 503, and taking the gateway out as well would take the rest of the site along.
 */
export const serveReadiness = (upstreams: readonly Pick<Upstream, 'replicas'>[]) => {
  const missing = new Set(upstreams)
  return async (exchange: RequestContext): Promise<void> => {
    await Promise.all(
      [...missing].map(async (upstream) => {
        if (await upstream.replicas.isReady()) missing.delete(upstream)
      }),
    )
    const ready = missing.size === 0
    respondJson(exchange, ready ? 200 : 503, { ready })
  }
}
