import type { RateLimitStore } from './store.ts'
import { windowCounts } from './window-counts.ts'

/** The store of a single process. */
export const memoryRateLimitStore = (): RateLimitStore => {
  const counts = windowCounts()
  return {
    consume: async (windows) => counts.consume(windows),
    refund: async (keys) => counts.refund(keys),
    close: async () => {},
  }
}
