import { LRUCache } from 'lru-cache'
import type { Cache } from './cache.ts'

const maxBytes = 64 * 1024 * 1024
const maxWindows = 100_000

/** The cache of a single process, bounded: what was used longest ago goes first. */
export const memoryCache = (): Cache => {
  const values = new LRUCache<string, string>({
    maxSize: maxBytes,
    sizeCalculation: (value, key) => 2 * (value.length + key.length) + entryBytes,
  })
  const windows = new LRUCache<string, Window>({ max: maxWindows })
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
    increment: async (key, windowSeconds) => {
      const now = performance.now()
      const standing = windows.get(key)
      const window =
        standing !== undefined && now < standing.endsAt
          ? standing
          : { count: 0, endsAt: now + windowSeconds * 1_000 }
      window.count += 1
      windows.set(key, window)
      return {
        count: window.count,
        secondsLeft: Math.ceil(Math.round(window.endsAt - now) / 1_000),
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

type Window = { count: number; readonly endsAt: number }
