import type { Viewer } from '@answerable/contracts/sessions'
import { memoryCache } from '@answerable/service-kit/cache-memory'
import { networkOf } from '@answerable/service-kit/client-address'
import { AppError } from '@answerable/service-kit/errors'

/** Who wants to know whose a session is, and whether of suspended accounts too. */
export type Asker = { requestId: string; address: string; evenSuspended?: boolean }
export type Resolve = (sessionHash: string, asker: Asker) => Promise<Viewer | null>

/** Sessions that nobody has, asked for by one network within the window. */
export const guessLimit = { calls: 300, windowSeconds: 60 } as const

/**
 * A made-up session costs auth a question before any limit of a route is met: a network that asks for too
 * many is refused until the window ends. Sessions that somebody has cost nothing.
 */
export const limitGuesses = (resolve: Resolve): Resolve => {
  const guesses = memoryCache()
  const { calls: units, windowSeconds } = guessLimit
  return async (sessionHash, asker) => {
    const key = networkOf(asker.address)
    const { isTaken, standing } = await guesses.take([{ key, units, windowSeconds }])
    if (!isTaken) {
      const retryAfterSeconds = standing[0]?.secondsLeft ?? windowSeconds
      throw new AppError('too_many_requests', { retryAfterSeconds })
    }
    let isGuess = false
    try {
      const viewer = await resolve(sessionHash, asker)
      isGuess = viewer === null
      return viewer
    } finally {
      if (!isGuess) await guesses.giveBack([key])
    }
  }
}
