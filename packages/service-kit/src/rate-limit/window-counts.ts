import { LRUCache } from 'lru-cache'
import type { Consumed, RateLimitWindow } from './store.ts'

/** What a cache says of quotas, at once. */
export type WindowCounts = {
  consume: (quotas: readonly RateLimitWindow[]) => Consumed
  refund: (keys: readonly string[]) => void
  forget: (key: string) => void
  clear: () => void
}

const maxWindows = 100_000

type WindowCount = { used: number; readonly endsAt: number }

/** Counts quotas in this process, bounded: of the windows those used longest ago go first. */
export const windowCounts = (): WindowCounts => {
  // By size rather than by number, for which room would be taken at once.
  const windows = new LRUCache<string, WindowCount>({
    maxSize: maxWindows,
    sizeCalculation: () => 1,
  })

  const windowOf = ({ key, windowSeconds }: RateLimitWindow, now: number): WindowCount => {
    const standing = windows.get(key)
    if (standing !== undefined && now < standing.endsAt) return standing
    return { used: 0, endsAt: now + windowSeconds * 1_000 }
  }

  return {
    consume: (quotas) => {
      const now = performance.now()
      const asked = quotas.map((quota) => ({ quota, window: windowOf(quota, now) }))
      const isAllowed = asked.every(({ quota, window }) => window.used < quota.units)
      for (const { quota, window } of isAllowed ? asked : []) {
        if (window.used === 0) windows.set(quota.key, window)
        window.used += 1
      }
      return {
        isAllowed,
        remaining: asked.map(({ quota, window }) => ({
          unitsLeft: Math.max(0, quota.units - window.used),
          secondsLeft: Math.max(1, Math.ceil(Math.round(window.endsAt - now) / 1_000)),
        })),
      }
    },
    refund: (keys) => {
      for (const key of keys) {
        const window = windows.get(key)
        if (window !== undefined && window.used > 0) window.used -= 1
      }
    },
    forget: (key) => void windows.delete(key),
    clear: () => windows.clear(),
  }
}
