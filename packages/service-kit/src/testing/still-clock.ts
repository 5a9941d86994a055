import { afterAll, beforeAll, onTestFinished, vi } from 'vitest'

/**
 * Stops `performance.now()`, by which windows, budgets and caches count, for all tests of a file: on a slow machine
 * a window would end in the midst of a test. `vi.advanceTimersByTime` moves it.
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

/** Stops timers too, so that no call of a test is given up. Wait with `expect.poll`: `until` moves the clock. */
export const stopTimersOfTest = (): void => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

const stop = (): void => void vi.useFakeTimers({ toFake: ['performance'] })
