import { LRUCache } from 'lru-cache'
import type { Consumed, RateLimitWindow } from './store.ts'

/** A rate-limit store in memory, which responds at once. */
export type WindowCounts = {
  consume: (windows: readonly RateLimitWindow[]) => Consumed
  refund: (keys: readonly string[]) => void
}

const maxWindows = 100_000

type WindowCount = { used: number; readonly endsAt: number }

/** Counts in this process. Drops the least recently used windows beyond 100,000. */
export const windowCounts = (): WindowCounts => {
  // LRUCache would allocate memory for all `max` entries at once; `maxSize` does not.
  const counts = new LRUCache<string, WindowCount>({
    maxSize: maxWindows,
    sizeCalculation: () => 1,
  })

  const countOf = ({ key, windowSeconds }: RateLimitWindow, now: number): WindowCount => {
    const current = counts.get(key)
    if (current !== undefined && now < current.endsAt) return current
    return { used: 0, endsAt: now + windowSeconds * 1_000 }
  }

  return {
    consume: (windows) => {
      const now = performance.now()
      const counted = windows.map((window) => ({ window, count: countOf(window, now) }))
      const isAllowed = counted.every(({ window, count }) => count.used < window.units)
      for (const { window, count } of isAllowed ? counted : []) {
        if (count.used === 0) counts.set(window.key, count)
        count.used += 1
      }
      return {
        isAllowed,
        remaining: counted.map(({ window, count }) => ({
          unitsLeft: Math.max(0, window.units - count.used),
          secondsLeft: Math.max(1, Math.ceil(Math.round(count.endsAt - now) / 1_000)),
        })),
      }
    },
    refund: (keys) => {
      for (const key of keys) {
        const count = counts.get(key)
        if (count !== undefined && count.used > 0) count.used -= 1
      }
    },
  }
}
