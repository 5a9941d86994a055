import { vi } from 'vitest'

/** Long enough for any machine: it only ends a wait for something that never happens. */
const patienceMilliseconds = 120_000

/** Calls `holds` again and again until it no longer throws, and returns its result. */
export const until = <Result>(holds: () => Result | Promise<Result>): Promise<Result> =>
  vi.waitFor(holds, { timeout: patienceMilliseconds, interval: 10 })
