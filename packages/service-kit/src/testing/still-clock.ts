import { afterAll, beforeAll, onTestFinished, vi } from 'vitest'

/**
 * Stops `performance.now()`, the clock of windows, budgets and caches, for all tests of a file: on a slow
 * machine a window would end during a test. `vi.advanceTimersByTime` moves it, and so does `expect.poll`: wait
 * with `until`.
 */
export const stopClockOfFile = (): void => {
  beforeAll(stop)
  afterAll(() => void vi.useRealTimers())
}

/** The same for one test. */
export const stopClockOfTest = (): void => {
  stop()
  onTestFinished(() => void vi.useRealTimers())
}

/** Also stops timers, so that no call times out. */
export const stopTimersOfTest = (): void => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

const stop = (): void => void vi.useFakeTimers({ toFake: ['performance'] })
