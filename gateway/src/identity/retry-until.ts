import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '@answerable/service-kit/errors'

/** About as long as auth takes to restart, and short enough for the rest of the call. */
const maxWaitMilliseconds = 2_000
const delayMilliseconds = 100

/** Retries while auth is unavailable, so that calls with a session survive its restart. Throws the last error. */
export const retryWhileUnavailable = async <Result>(
  attempt: () => Promise<Result>,
): Promise<Result> => {
  const deadline = performance.now() + maxWaitMilliseconds
  while (true) {
    try {
      return await attempt()
    } catch (error) {
      const isUnavailable = error instanceof AppError && error.code === 'unavailable'
      if (!isUnavailable || performance.now() >= deadline) throw error
    }
    await delay(delayMilliseconds)
  }
}
