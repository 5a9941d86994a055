import { vi } from 'vitest'

/** Long enough for any machine; only a failing wait takes this long. */
const timeoutMilliseconds = 120_000

/** Calls `holds` until it neither throws nor returns false, and returns its result. */
export const until = <Result>(holds: () => Result | Promise<Result>): Promise<Result> =>
  vi.waitFor(
    async () => {
      const result = await holds()
      if (result === false) throw new Error('It still does not hold.')
      return result
    },
    { timeout: timeoutMilliseconds, interval: 10 },
  )
