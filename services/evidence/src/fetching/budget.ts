import { FetchFailure } from './failure.ts'

/** Runs parts of a job until their durations add up to the limit. Waiting between them does not count. */
export type Budget = <Result>(work: (signal: AbortSignal) => Promise<Result>) => Promise<Result>

export const openBudget = (milliseconds: number, stopping: AbortSignal): Budget => {
  let left = milliseconds
  return async (work) => {
    if (left <= 0) throw new FetchFailure('too-late')
    const startedAt = performance.now()
    const limit = AbortSignal.any([AbortSignal.timeout(Math.ceil(left)), stopping])
    try {
      return await work(limit)
    } finally {
      left -= performance.now() - startedAt
    }
  }
}
