import type { Viewer } from '@answerable/contracts/sessions'
import { AppError } from '@answerable/service-kit/errors'
import { networksOf } from '@answerable/service-kit/http/client-address'
import { LRUCache } from 'lru-cache'

/** The request that needs a session resolved; `evenSuspended` includes suspended accounts. */
export type SessionLookup = { requestId: string; address: string; evenSuspended?: boolean }
export type ResolveSession = (sessionHash: string, lookup: SessionLookup) => Promise<Viewer | null>

/** Lookups of unknown sessions that one network may cause within the window. */
export const guessLimit = { calls: 300, windowSeconds: 60 } as const
/** Concurrent lookups of sessions that may be unknown, per network. */
export const maxInFlight = 1_000

/** When there are more networks, the least recent counts are dropped. */
const maxNetworks = 100_000
const maxGoodSessions = 100_000
/** A session counts as good for this long after its last successful lookup. */
const goodMilliseconds = 24 * 3_600_000

/** The hashes of sessions that are known to be good. */
export type GoodSessions = Pick<LRUCache<string, true>, 'has' | 'set' | 'delete'>

export const goodSessions = (): GoodSessions =>
  new LRUCache<string, true>({
    maxSize: maxGoodSessions,
    sizeCalculation: () => 1,
    ttl: goodMilliseconds,
  })

/**
 * Limits lookups of made-up sessions, each of which costs a call to auth before any limit of a route applies. A
 * network with too many is refused until the window ends. Valid sessions are not counted, however slow auth is;
 * lookups in flight have a limit of their own. A session that was valid at its last lookup, or that began through
 * this gateway, is always looked up, so that members can sign in and stay signed in when others on their network
 * guess.
 */
export const limitSessionGuesses = (
  resolve: ResolveSession,
  good = goodSessions(),
): ResolveSession => {
  const guesses = guessCounts()
  const inFlight = inFlightCounts()

  const countAsGuess = (sessionHash: string, address: string): void => {
    good.delete(sessionHash)
    guesses.add(networksOf(address))
  }

  const resolveAndCount: ResolveSession = async (sessionHash, lookup) => {
    try {
      const viewer = await resolve(sessionHash, lookup)
      if (viewer === null) countAsGuess(sessionHash, lookup.address)
      else good.set(sessionHash, true)
      return viewer
    } catch (error) {
      // Not cached, so that each lookup costs a call to auth, as an unknown session does.
      if (error instanceof AppError && error.code === 'account_suspended')
        countAsGuess(sessionHash, lookup.address)
      throw error
    }
  }

  return async (sessionHash, lookup) => {
    if (good.has(sessionHash)) return resolveAndCount(sessionHash, lookup)
    const networks = networksOf(lookup.address)
    const retryAfterSeconds = guesses.secondsUntilAllowed(networks)
    if (retryAfterSeconds > 0) throw new AppError('too_many_requests', { retryAfterSeconds })
    if (networks.some(({ name, allowance }) => inFlight.of(name) >= maxInFlight * allowance)) {
      throw new AppError('unavailable', { retryAfterSeconds: 1 })
    }
    for (const { name } of networks) inFlight.add(name, 1)
    try {
      return await resolveAndCount(sessionHash, lookup)
    } finally {
      for (const { name } of networks) inFlight.add(name, -1)
    }
  }
}

type Networks = ReturnType<typeof networksOf>

const guessCounts = () => {
  const { calls, windowSeconds } = guessLimit
  const counts = new LRUCache<string, number>({
    // `max` would allocate the memory at once.
    maxSize: maxNetworks,
    sizeCalculation: () => 1,
    ttl: windowSeconds * 1_000,
    noUpdateTTL: true,
  })
  return {
    add: (networks: Networks): void => {
      for (const { name } of networks) counts.set(name, (counts.get(name) ?? 0) + 1)
    },
    /** 0 when one more guess is allowed. */
    secondsUntilAllowed: (networks: Networks): number => {
      let seconds = 0
      for (const { name, allowance } of networks) {
        if ((counts.get(name) ?? 0) < calls * allowance) continue
        seconds = Math.max(seconds, 1, Math.ceil(counts.getRemainingTTL(name) / 1_000))
      }
      return seconds
    },
  }
}

/** Stores only counts above 0. */
const inFlightCounts = () => {
  const counts = new Map<string, number>()
  return {
    of: (name: string): number => counts.get(name) ?? 0,
    add: (name: string, difference: number): void => {
      const count = (counts.get(name) ?? 0) + difference
      if (count === 0) counts.delete(name)
      else counts.set(name, count)
    },
  }
}
