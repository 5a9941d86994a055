/**
 * Holds what may be lost at any moment. Never rejects: while the store is away nothing is found, and a
 * `delete` may be missed, so give every key a life that you can bear.
 */
export type RateLimitStore = {
  get: (key: string) => Promise<string | null>
  set: (key: string, value: string, ttlSeconds: number) => Promise<void>
  delete: (keys: readonly string[]) => Promise<void>
  /** Takes one unit of every quota, or of none where one of them is used up. */
  consume: (quotas: readonly RateLimitWindow[]) => Promise<Consumed>
  /** Undoes what was taken of these, as long as their windows last. */
  refund: (keys: readonly string[]) => Promise<void>
  close: () => Promise<void>
}

/** So many units within a fixed window, which the first unit opens. */
export type RateLimitWindow = {
  readonly key: string
  readonly units: number
  readonly windowSeconds: number
}

export type Consumed = {
  isAllowed: boolean
  /** What then stands of each quota, in the order asked: units left, and seconds to the window's end. */
  remaining: readonly { unitsLeft: number; secondsLeft: number }[]
}
