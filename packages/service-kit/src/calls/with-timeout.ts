import { startTimeLimit, TimeoutError } from './time-limit.ts'

/** Rejects with TimeoutError if the work takes longer. The work itself continues. */
export const withTimeout = async <Result>(
  work: Promise<Result>,
  milliseconds: number,
): Promise<Result> => {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const stop = startTimeLimit(milliseconds, () => reject(new TimeoutError(milliseconds)))
  try {
    return await Promise.race([work, tooLate])
  } finally {
    stop()
  }
}

/** Resolves with null if the work takes longer. The work itself continues. */
export const nullAfter = <Result>(
  work: Promise<Result>,
  milliseconds: number,
): Promise<Result | null> =>
  withTimeout(work, milliseconds).catch((error: unknown) => {
    if (error instanceof TimeoutError) return null
    throw error
  })
