import { afterAll, beforeAll, onTestFinished, vi } from 'vitest'

type Stopped = ('performance' | 'setTimeout' | 'clearTimeout')[]

/** The clock of windows, budgets and caches. */
const clock: Stopped = ['performance']
/** The timers that limit the time of calls. */
const timeouts: Stopped = ['setTimeout', 'clearTimeout']
const timers: Stopped = [...clock, ...timeouts]

/**
 * Stops `performance.now()`, the clock of windows, budgets and caches, for one test: on a slow machine a window
 * would end during it. `vi.advanceTimersByTime` moves the clock, and so does `expect.poll`: wait with `until`.
 */
export const stopClockOfTest = (): void => stopForTest(clock)

/** Also stops timers, so that no call times out. */
export const stopTimersOfTest = (): void => stopForTest(timers)

/**
 * The same for all tests of a file. Call it after the hooks that start and stop a service, so that they run with real
 * timers.
 */
export const stopTimersOfFile = (): void => stopForFile(timers)

/** Only stops timers. The clock runs on, for tests in which one time must be later than another. */
export const stopTimeoutsOfFile = (): void => stopForFile(timeouts)

const stopForTest = (toFake: Stopped): void => {
  vi.useFakeTimers({ toFake })
  onTestFinished(() => void vi.useRealTimers())
}

const stopForFile = (toFake: Stopped): void => {
  beforeAll(() => void vi.useFakeTimers({ toFake }))
  afterAll(() => void vi.useRealTimers())
}
