import { setTimeout as delay } from 'node:timers/promises'

/** Long enough for any machine; only a failing wait takes this long. */
const timeoutMilliseconds = 120_000
const intervalMilliseconds = 10

/**
 * Calls `holds` until it neither throws nor returns false, and returns its result. It never moves a stopped
 * clock, unlike `vi.waitFor` and `expect.poll`: a wait that outlives a failed test would move the clock of
 * the next one.
 */
export const until = async <Result>(holds: () => Result | Promise<Result>): Promise<Result> => {
  for (let waited = 0; ; waited += intervalMilliseconds) {
    try {
      const result = await holds()
      if (result !== false) return result
      throw new Error('It still does not hold.')
    } catch (error) {
      if (waited >= timeoutMilliseconds) throw error
    }
    await delay(intervalMilliseconds)
  }
}
