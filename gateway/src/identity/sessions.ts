import type { Viewer } from '@answerable/contracts/sessions'
import type { Metrics } from '@answerable/service-kit/observability/metrics'
import { LRUCache } from 'lru-cache'
import { followSessionChanges, type ReadSessionChanges } from './session-changes.ts'
import { goodSessions, type ResolveSession, type SessionLookup } from './session-guess-limit.ts'

export type SessionDirectory = {
  /** The viewer of a session; changes of the last five seconds may be missing. */
  lookup: (sessionHash: string, lookup: SessionLookup) => Promise<Viewer | null>
  /** The current viewer of a session, resolved by auth. */
  lookupUncached: (sessionHash: string, lookup: SessionLookup) => Promise<Viewer | null>
  forget: (sessionHashes: readonly string[]) => void
  forgetUsers: (userIds: readonly string[]) => void
  /** Marks a session that auth has just created as valid. */
  trust: (sessionHash: string) => void
  stop: () => void
}

const cacheHit = { result: 'known' }
const cacheMiss = { result: 'asked' }

/** How long a session is cached if auth does not confirm it. */
const unconfirmedMilliseconds = 5_000
/** Use and expiry of a session are noticed at a lookup. */
const maxMilliseconds = 60_000
const maxCached = 30_000
const maxUnknown = 5_000

type CachedSession = { viewer: Viewer | null; resolvedAt: number }

type Auth = {
  resolve: ResolveSession
  readChanges: ReadSessionChanges
  /** Gets the sessions that auth reports as ended. */
  onEnded?: (sessionHashes: readonly string[]) => void
}

/**
 * Caches the sessions that auth has resolved, in this process only, so that no shared store has to be trusted
 * with identities. A session is cached for five seconds, and a member's for up to a minute while auth confirms every
 * second that it has not ended (docs/decisions/0055-cached-sessions.md).
 */
export const sessionDirectory = (
  { resolve, readChanges, onEnded }: Auth,
  metrics: Metrics,
  good = goodSessions(),
): SessionDirectory => {
  const countLookup = metrics.counter({
    name: 'answerable_session_lookups_total',
    help: 'Session lookups, by source (cache or auth).',
    labels: ['result'],
    known: [cacheHit, cacheMiss],
  })
  const known = new LRUCache<string, CachedSession>({ max: maxCached })
  /** Apart, so that a flood of invalid sessions displaces no member's. */
  const unknown = new LRUCache<string, CachedSession>({ max: maxUnknown })
  const inFlight = new Map<string, Promise<Viewer | null>>()
  let invalidations = 0

  const store = (hash: string, session: CachedSession): void => {
    const [cached, other] = session.viewer === null ? [unknown, known] : [known, unknown]
    cached.set(hash, session)
    other.delete(hash)
  }

  const resolveAndCache = async (hash: string, lookup: SessionLookup): Promise<Viewer | null> => {
    const before = invalidations
    const resolvedAt = performance.now()
    try {
      const viewer = await resolve(hash, lookup)
      // A response that was in flight during an invalidation may be older than it.
      if (before === invalidations) store(hash, { viewer, resolvedAt })
      return viewer
    } finally {
      // After an invalidation, another lookup of this session may be in flight.
      if (before === invalidations) inFlight.delete(hash)
    }
  }

  const invalidateInFlight = (): void => {
    invalidations += 1
    inFlight.clear()
  }

  const forget = (hashes: readonly string[]): void => {
    invalidateInFlight()
    for (const hash of hashes) {
      known.delete(hash)
      unknown.delete(hash)
    }
  }

  const forgetUsers = (userIds: readonly string[]): void => {
    invalidateInFlight()
    const users = new Set(userIds)
    for (const [hash, { viewer }] of [...known.entries()]) {
      if (viewer !== null && users.has(viewer.id)) known.delete(hash)
    }
  }

  const changes = followSessionChanges({
    read: readChanges,
    apply: ({ sessionHashes, userIds }) => {
      if (sessionHashes.length > 0) {
        onEnded?.(sessionHashes)
        forget(sessionHashes)
      }
      if (userIds.length > 0) forgetUsers(userIds)
    },
  })

  const isCurrent = ({ viewer, resolvedAt }: CachedSession): boolean => {
    const age = performance.now() - resolvedAt
    if (age <= unconfirmedMilliseconds) return true
    return age <= maxMilliseconds && viewer?.role === 'member' && changes.coverSince(resolvedAt)
  }

  return {
    lookup: async (hash, lookup) => {
      changes.follow()
      const found = known.get(hash) ?? unknown.get(hash)
      if (found !== undefined && isCurrent(found)) {
        countLookup(cacheHit)
        return found.viewer
      }
      countLookup(cacheMiss)
      const pending = inFlight.get(hash)
      if (pending !== undefined) return pending
      const request = resolveAndCache(hash, lookup)
      inFlight.set(hash, request)
      return request
    },
    lookupUncached: resolve,
    trust: (hash) => void good.set(hash, true),
    forget,
    forgetUsers,
    stop: changes.stop,
  }
}
