import { LRUCache } from 'lru-cache'
import type { RateLimitStore } from './store.ts'
import { windowCounts } from './window-counts.ts'

const maxBytes = 64 * 1024 * 1024

/** The cache of a single process, bounded: what was used longest ago goes first. */
export const memoryRateLimitStore = (): RateLimitStore => {
  const values = new LRUCache<string, string>({
    maxSize: maxBytes,
    sizeCalculation: (value, key) => 2 * (value.length + key.length) + entryBytes,
  })
  const quotas = windowCounts()
  return {
    get: async (key) => values.get(key) ?? null,
    set: async (key, value, ttlSeconds) => {
      values.set(key, value, { ttl: ttlSeconds * 1_000 })
    },
    delete: async (keys) => {
      for (const key of keys) {
        values.delete(key)
        quotas.forget(key)
      }
    },
    consume: async (asked) => quotas.consume(asked),
    refund: async (keys) => quotas.refund(keys),
    close: async () => {
      values.clear()
      quotas.clear()
    },
  }
}

/** Roughly what an entry costs beside its text. */
const entryBytes = 200
