import { AppError } from '../errors.ts'

/** Runs work when its turn has come, or rejects with 503 at once when too much waits already. */
export type ConcurrencyLimit = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Made once: under a flood most calls are refused. */
export const overloaded = new AppError('unavailable', { retryAfterSeconds: 1 })

/** Lets so many pieces of work run at once and so many more wait for them, first come, first served. */
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
      // The place goes to the next in line, so that nobody who comes meanwhile takes it.
      const next = queue.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
