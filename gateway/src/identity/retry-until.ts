import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '@answerable/service-kit/errors'

/** About as long as auth takes to start again, and short enough for what comes after it. */
const patienceMilliseconds = 2_000
const pauseMilliseconds = 100

/** Asks again while auth is away, so that a member's call outlives its restart. Throws what it was told last. */
export const retryWhileUnavailable = async <Answer>(
  ask: () => Promise<Answer>,
): Promise<Answer> => {
  const deadline = performance.now() + patienceMilliseconds
  while (true) {
    try {
      return await ask()
    } catch (error) {
      const isAway = error instanceof AppError && error.code === 'unavailable'
      if (!isAway || performance.now() >= deadline) throw error
    }
    await delay(pauseMilliseconds)
  }
}
