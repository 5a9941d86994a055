/**
 * Counts units in fixed windows. Never rejects: without Redis, each process counts for itself. Counts may be
 * lost at any time.
 */
export type RateLimitStore = {
  /** Takes one unit from every window, or from none if one of them has no units left. */
  consume: (windows: readonly RateLimitWindow[]) => Promise<Consumed>
  /** Returns one unit to each of these windows if they are still open. */
  refund: (keys: readonly string[]) => Promise<void>
  close: () => Promise<void>
}

/** A number of units within a fixed time, which starts with the first unit. */
export type RateLimitWindow = {
  readonly key: string
  readonly units: number
  readonly windowSeconds: number
}

export type Consumed = {
  isAllowed: boolean
  /** The state of each window, in the order of the request: units left, and seconds to the window's end. */
  remaining: readonly { unitsLeft: number; secondsLeft: number }[]
}
