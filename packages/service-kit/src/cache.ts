/**
 * Holds what may be lost at any moment. Never rejects: while the store is away nothing is found, and a
 * `delete` may be missed, so give every key a life that you can bear.
 */
export type Cache = {
  get: (key: string) => Promise<string | null>
  set: (key: string, value: string, ttlSeconds: number) => Promise<void>
  delete: (keys: readonly string[]) => Promise<void>
  /** Counts a hit in a fixed window that the first hit opens; answers hits so far and seconds left. */
  increment: (key: string, windowSeconds: number) => Promise<{ count: number; secondsLeft: number }>
  close: () => Promise<void>
}
