import { LRUCache } from 'lru-cache'

/** The error of a refused call and its RateLimit headers. */
export type Refusal = { headers: readonly string[]; error: Error }

/** Retry-After is never shorter, so that clients that obey it are not affected. */
const repeatMilliseconds = 1_000
const maxNetworks = 10_000

/**
 * Repeats a refusal for a second, so that a flood of calls over a limit costs one count a second, without calls to
 * Redis or auth and without reading bodies. Refusals are stored by network and session, so that one member's
 * refusal does not affect another.
 */
export const recentRefusals = () => {
  const networks = new LRUCache<string, Map<string | null, Refusal>>({
    // `max` would allocate the memory at once.
    maxSize: maxNetworks,
    sizeCalculation: () => 1,
    ttl: repeatMilliseconds,
    noUpdateTTL: true,
  })
  return {
    find: (network: string, sessionHash: () => string | null): Refusal | null => {
      const refused = networks.size === 0 ? undefined : networks.get(network)
      return refused?.get(sessionHash()) ?? null
    },
    remember: (network: string, sessionHash: string | null, refusal: Refusal): void => {
      const refused = networks.get(network)
      if (refused !== undefined) refused.set(sessionHash, refusal)
      else networks.set(network, new Map([[sessionHash, refusal]]))
    },
  }
}
