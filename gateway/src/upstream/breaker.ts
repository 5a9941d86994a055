import { AppError } from '@answerable/service-kit/errors'

/** 'abandoned': the caller left before anything could be told. */
export type Outcome = 'success' | 'failure' | 'abandoned'

export type Breaker = {
  /** Lets a call through and answers how to report its end, or null while calls must not be made. */
  begin: () => ((outcome: Outcome) => void) | null
  /** Whether calls are refused, or one is let through to see. */
  isOpen: () => boolean
}

const minimumCalls = 20
const windowSeconds = 10
const openMilliseconds = 1_000

type State = { kind: 'closed' } | { kind: 'open'; until: number } | { kind: 'probing' }

/**
 * Opens for a second when half of at least 20 calls within 10 s have failed, then lets one call through
 * to see whether the other side is back. `now` is in milliseconds.
 */
export const circuitBreaker = (now: () => number = () => performance.now()): Breaker => {
  let state: State = { kind: 'closed' }
  let recent = rollingCount()

  const open = (): void => {
    state = { kind: 'open', until: now() + openMilliseconds }
  }

  const settle = (outcome: Outcome): void => {
    // What began before the breaker opened says nothing about now.
    if (state.kind !== 'closed' || outcome === 'abandoned') return
    const { calls, failures } = recent.add(Math.floor(now() / 1_000), outcome)
    if (calls >= minimumCalls && failures * 2 >= calls) open()
  }

  const settleProbe = (outcome: Outcome): void => {
    if (outcome === 'success') {
      state = { kind: 'closed' }
      recent = rollingCount()
    } else if (outcome === 'failure') open()
    else state = { kind: 'open', until: now() }
  }

  return {
    begin: () => {
      if (state.kind === 'closed') return settle
      if (state.kind === 'probing' || now() < state.until) return null
      state = { kind: 'probing' }
      return settleProbe
    },
    isOpen: () => state.kind !== 'closed',
  }
}

/** Makes a call through the breaker; any rejection counts as a failure. */
export const guarded = async <Result>(
  breaker: Breaker,
  call: () => Promise<Result>,
): Promise<Result> => {
  const settle = breaker.begin()
  if (settle === null) throw new AppError('unavailable', { retryAfterSeconds: 1 })
  try {
    const result = await call()
    settle('success')
    return result
  } catch (error) {
    settle('failure')
    throw error
  }
}

type Bucket = { second: number; calls: number; failures: number }

/** Counts per second, in a ring of as many buckets as the window has seconds. */
const rollingCount = () => {
  const buckets: Bucket[] = Array.from({ length: windowSeconds }, () => emptyBucket(-windowSeconds))
  return {
    add: (second: number, outcome: 'success' | 'failure') => {
      const index = second % windowSeconds
      let bucket = buckets[index]
      if (bucket === undefined || bucket.second !== second) {
        bucket = emptyBucket(second)
        buckets[index] = bucket
      }
      bucket.calls += 1
      if (outcome === 'failure') bucket.failures += 1
      const sum = { calls: 0, failures: 0 }
      for (const { second: then, calls, failures } of buckets) {
        if (then <= second - windowSeconds) continue
        sum.calls += calls
        sum.failures += failures
      }
      return sum
    },
  }
}

const emptyBucket = (second: number): Bucket => ({ second, calls: 0, failures: 0 })
