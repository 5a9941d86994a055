import { LRUCache } from 'lru-cache'
import type { Cache, Quota } from './cache.ts'

const maxBytes = 64 * 1024 * 1024
const maxWindows = 100_000

/** The cache of a single process, bounded: what was used longest ago goes first. */
export const memoryCache = (): Cache => {
  const values = new LRUCache<string, string>({
    maxSize: maxBytes,
    sizeCalculation: (value, key) => 2 * (value.length + key.length) + entryBytes,
  })
  const windows = new LRUCache<string, Window>({ max: maxWindows })
  const windowAt = ({ key, windowSeconds }: Quota, now: number): Window => {
    const standing = windows.get(key)
    return standing !== undefined && now < standing.endsAt
      ? standing
      : { used: 0, endsAt: now + windowSeconds * 1_000 }
  }
  return {
    get: async (key) => values.get(key) ?? null,
    set: async (key, value, ttlSeconds) => {
      values.set(key, value, { ttl: ttlSeconds * 1_000 })
    },
    delete: async (keys) => {
      for (const key of keys) {
        values.delete(key)
        windows.delete(key)
      }
    },
    take: async (quotas) => {
      const now = performance.now()
      const asked = quotas.map((quota) => ({ ...quota, window: windowAt(quota, now) }))
      const isTaken = asked.every(({ units, window }) => window.used < units)
      for (const { key, window } of isTaken ? asked : []) {
        window.used += 1
        windows.set(key, window)
      }
      return {
        isTaken,
        standing: asked.map(({ units, window }) => ({
          unitsLeft: Math.max(0, units - window.used),
          secondsLeft: Math.max(1, Math.ceil(Math.round(window.endsAt - now) / 1_000)),
        })),
      }
    },
    giveBack: async (keys) => {
      for (const key of keys) {
        const window = windows.get(key)
        if (window !== undefined && window.used > 0) window.used -= 1
      }
    },
    close: async () => {
      values.clear()
      windows.clear()
    },
  }
}

/** Roughly what an entry costs beside its text. */
const entryBytes = 200

type Window = { used: number; readonly endsAt: number }
