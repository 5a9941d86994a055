import type { Viewer } from '@answerable/contracts/sessions'
import { AppError } from '@answerable/service-kit/errors'
import { networksOf } from '@answerable/service-kit/http/client-address'
import { LRUCache } from 'lru-cache'

/** Who wants to know whose a session is, and whether of suspended accounts too. */
export type SessionLookup = { requestId: string; address: string; evenSuspended?: boolean }
export type ResolveSession = (sessionHash: string, asker: SessionLookup) => Promise<Viewer | null>

/** Sessions that nobody has, asked for by one network within the window. */
export const guessLimit = { calls: 300, windowSeconds: 60 } as const
/** So many questions of one network about sessions that may be made up wait for auth at once. */
export const maxInFlight = 1_000

/** Of those that were here longest ago the guesses are forgotten. */
const maxNetworks = 100_000
/** Sessions that are remembered as good, and for how long after they were last seen so. */
const maxGoodSessions = 100_000
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
 * A made-up session costs auth a question before any limit of a route is met: a network that asks for too
 * many is refused until the window ends. Sessions that somebody has cost nothing, however slowly auth
 * answers; what it has not answered yet is bounded by itself. A session that was good when this gateway last
 * saw it, or that auth made by way of this gateway, is asked about whatever its neighbours guess: people who
 * share an address with them can sign in and stay signed in.
 */
export const limitSessionGuesses = (
  resolve: ResolveSession,
  good = goodSessions(),
): ResolveSession => {
  const guesses = openGuesses()
  const underWay = openCounts()

  const ask: ResolveSession = async (sessionHash, asker) => {
    const countAsGuess = (): void => {
      good.delete(sessionHash)
      guesses.add(networksOf(asker.address))
    }
    const viewer = await resolve(sessionHash, asker).catch((error: unknown) => {
      // A refusal for which auth is asked every time, as it is for sessions that nobody has.
      if (error instanceof AppError && error.code === 'account_suspended') countAsGuess()
      throw error
    })
    if (viewer === null) countAsGuess()
    else good.set(sessionHash, true)
    return viewer
  }

  return async (sessionHash, asker) => {
    if (good.has(sessionHash)) return ask(sessionHash, asker)
    const networks = networksOf(asker.address)
    const retryAfterSeconds = guesses.secondsUntilAllowed(networks)
    if (retryAfterSeconds > 0) throw new AppError('too_many_requests', { retryAfterSeconds })
    if (networks.some(({ name, allowance }) => underWay.of(name) >= maxInFlight * allowance)) {
      throw new AppError('unavailable', { retryAfterSeconds: 1 })
    }
    for (const { name } of networks) underWay.add(name, 1)
    try {
      return await ask(sessionHash, asker)
    } finally {
      for (const { name } of networks) underWay.add(name, -1)
    }
  }
}

type Networks = ReturnType<typeof networksOf>

const openGuesses = () => {
  const { calls, windowSeconds } = guessLimit
  const counts = new LRUCache<string, number>({
    // By size rather than by number, for which room would be taken at once.
    maxSize: maxNetworks,
    sizeCalculation: () => 1,
    ttl: windowSeconds * 1_000,
    noUpdateTTL: true,
  })
  return {
    add: (networks: Networks): void => {
      for (const { name } of networks) counts.set(name, (counts.get(name) ?? 0) + 1)
    },
    /** 0 where one more guess is allowed. */
    secondsUntilAllowed: (networks: Networks): number =>
      Math.max(
        ...networks.map(({ name, allowance }) =>
          (counts.get(name) ?? 0) < calls * allowance
            ? 0
            : Math.max(1, Math.ceil(counts.getRemainingTTL(name) / 1_000)),
        ),
      ),
  }
}

/** Counts that are kept only while they are not 0. */
const openCounts = () => {
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
