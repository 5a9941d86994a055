import { setTimeout as delay } from 'node:timers/promises'

const hourMilliseconds = 3_600_000
const dayMilliseconds = 24 * hourMilliseconds
/** Longer than a test takes. */
const leastMilliseconds = 5 * 60_000

/**
 * For tests of what begins anew with each day: waits for the next day in UTC if the present one is about to end. With
 * `begin`, days begin at that hour.
 */
export const withinOneDay = async ({ begin = 0 } = {}): Promise<void> => {
  const passed = (Date.now() - begin * hourMilliseconds) % dayMilliseconds
  const left = dayMilliseconds - passed
  if (left < leastMilliseconds) await delay(left + 1_000)
}
