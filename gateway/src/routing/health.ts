import type { Upstream } from '../upstream/upstream.ts'
import { type RequestContext, respondJson } from './request-context.ts'

export const serveLiveness = async (context: RequestContext): Promise<void> =>
  respondJson(context, 200, { live: true })

/**
 * Ready once every service has been ready. It stays ready when a service fails: calls to that service get 503, and
 * the rest of the site continues.
 */
export const serveReadiness = (upstreams: readonly Pick<Upstream, 'replicas'>[]) => {
  const missing = new Set(upstreams)
  return async (context: RequestContext): Promise<void> => {
    await Promise.all(
      [...missing].map(async (upstream) => {
        if (await upstream.replicas.isReady()) missing.delete(upstream)
      }),
    )
    const ready = missing.size === 0
    respondJson(context, ready ? 200 : 503, { ready })
  }
}
