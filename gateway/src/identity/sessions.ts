import type { Viewer } from '@answerable/contracts/sessions'
import type { Metrics } from '@answerable/service-kit/observability/metrics'
import { LRUCache } from 'lru-cache'
import { goodSessions, type ResolveSession, type SessionLookup } from './session-guess-limit.ts'

export type SessionDirectory = {
  /** The viewer of a session; up to five seconds old. */
  lookup: (sessionHash: string, lookup: SessionLookup) => Promise<Viewer | null>
  /** The current viewer of a session, resolved by auth. */
  lookupUncached: (sessionHash: string, lookup: SessionLookup) => Promise<Viewer | null>
  forget: (sessionHashes: readonly string[]) => void
  forgetUser: (userId: string) => void
  /** Marks a session that auth has just created as valid. */
  trust: (sessionHash: string) => void
}

const cacheHit = { result: 'known' }
const cacheMiss = { result: 'asked' }

const cachedMilliseconds = 5_000
const maxCached = 10_000

/**
 * Caches the sessions that auth has resolved, in this process only, so that no shared store has to be trusted
 * with identities.
 */
export const sessionDirectory = (
  resolve: ResolveSession,
  metrics: Metrics,
  good = goodSessions(),
): SessionDirectory => {
  const countLookup = metrics.counter({
    name: 'answerable_session_lookups_total',
    help: 'Session lookups, by source (cache or auth).',
    labels: ['result'],
    known: [cacheHit, cacheMiss],
  })
  const cached = new LRUCache<string, { viewer: Viewer | null }>({
    max: maxCached,
    ttl: cachedMilliseconds,
  })
  const inFlight = new Map<string, Promise<Viewer | null>>()
  let invalidations = 0

  const resolveAndCache = async (hash: string, lookup: SessionLookup): Promise<Viewer | null> => {
    const before = invalidations
    const viewer = await resolve(hash, lookup)
    // A response that was in flight during an invalidation may be older than it.
    if (before === invalidations) cached.set(hash, { viewer })
    return viewer
  }

  const invalidateInFlight = (): void => {
    invalidations += 1
    inFlight.clear()
  }

  return {
    lookup: async (hash, lookup) => {
      const found = cached.get(hash)
      if (found !== undefined) {
        countLookup(cacheHit)
        return found.viewer
      }
      countLookup(cacheMiss)
      const pending = inFlight.get(hash)
      if (pending !== undefined) return pending
      const request = resolveAndCache(hash, lookup).finally(() => {
        if (inFlight.get(hash) === request) inFlight.delete(hash)
      })
      inFlight.set(hash, request)
      return request
    },
    lookupUncached: resolve,
    trust: (hash) => void good.set(hash, true),
    forget: (hashes) => {
      invalidateInFlight()
      for (const hash of hashes) cached.delete(hash)
    },
    forgetUser: (userId) => {
      invalidateInFlight()
      for (const [hash, { viewer }] of [...cached.entries()]) {
        if (viewer?.id === userId) cached.delete(hash)
      }
    },
  }
}
