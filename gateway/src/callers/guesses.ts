import type { Viewer } from '@answerable/contracts/sessions'
import { networkOf } from '@answerable/service-kit/client-address'
import { AppError } from '@answerable/service-kit/errors'
import { LRUCache } from 'lru-cache'

/** Who wants to know whose a session is, and whether of suspended accounts too. */
export type Asker = { requestId: string; address: string; evenSuspended?: boolean }
export type Resolve = (sessionHash: string, asker: Asker) => Promise<Viewer | null>

/** Sessions that nobody has, asked for by one network within the window. */
export const guessLimit = { calls: 300, windowSeconds: 60 } as const
/** So many questions of one network wait for auth at once. */
export const mostUnderWay = 1_000

/** Of those that were here longest ago the guesses are forgotten. */
const mostNetworks = 100_000

/**
 * A made-up session costs auth a question before any limit of a route is met: a network that asks for too
 * many is refused until the window ends. Sessions that somebody has cost nothing, however slowly auth
 * answers; what it has not answered yet is bounded by itself.
 */
export const limitGuesses = (resolve: Resolve): Resolve => {
  const { calls, windowSeconds } = guessLimit
  const guesses = new LRUCache<string, number>({
    // By size rather than by number, for which room would be taken at once.
    maxSize: mostNetworks,
    sizeCalculation: () => 1,
    ttl: windowSeconds * 1_000,
    noUpdateTTL: true,
  })
  const underWay = new Map<string, number>()
  return async (sessionHash, asker) => {
    const key = networkOf(asker.address)
    if ((guesses.get(key) ?? 0) >= calls) {
      const retryAfterSeconds = Math.max(1, Math.ceil(guesses.getRemainingTTL(key) / 1_000))
      throw new AppError('too_many_requests', { retryAfterSeconds })
    }
    const before = underWay.get(key) ?? 0
    if (before >= mostUnderWay) throw new AppError('unavailable', { retryAfterSeconds: 1 })
    underWay.set(key, before + 1)
    try {
      const viewer = await resolve(sessionHash, asker)
      if (viewer === null) guesses.set(key, (guesses.get(key) ?? 0) + 1)
      return viewer
    } finally {
      const left = (underWay.get(key) ?? 1) - 1
      if (left > 0) underWay.set(key, left)
      else underWay.delete(key)
    }
  }
}
