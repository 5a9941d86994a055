import { AppError } from '../errors.ts'

/** Runs work when a slot is free. Rejects with 503 at once if too many wait. */
export type ConcurrencyLimit = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Created once: during a flood most calls are refused. */
export const overloaded = new AppError('unavailable', { retryAfterSeconds: 1 })

/** Limits how much work runs at once and how much waits for it, first come, first served. */
export const concurrencyLimit = (bounds: {
  running: () => number
  waiting: number
}): ConcurrencyLimit => {
  let running = 0
  const queue: (() => void)[] = []

  const turn = (): Promise<void> => {
    if (queue.length >= bounds.waiting) throw overloaded
    return new Promise((resolve) => queue.push(resolve))
  }

  return async (work) => {
    if (running >= bounds.running()) await turn()
    else running += 1
    try {
      return await work()
    } finally {
      // The slot goes to the next in the queue, not to a newcomer.
      const next = queue.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
