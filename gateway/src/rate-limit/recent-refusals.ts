import { LRUCache } from 'lru-cache'

/** What a refused call was told: the headers of its limits, and the error. */
export type Refusal = { headers: readonly string[]; error: Error }

/** Retry-After is never shorter, so that nobody who heeds it notices. */
const rememberedMilliseconds = 1_000
const maxNetworks = 10_000

/**
 * Remembers for a second who was refused, so that a flood of calls over a limit costs one count a second: no
 * question to Redis, none to auth about its session, and no body read. A network's refusals are kept by the
 * session that came with the call, so that nobody is refused for another's.
 */
export const recentRefusals = () => {
  const networks = new LRUCache<string, Map<string | null, Refusal>>({
    // By size rather than by number, for which room would be taken at once.
    maxSize: maxNetworks,
    sizeCalculation: () => 1,
    ttl: rememberedMilliseconds,
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
