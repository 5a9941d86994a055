import { AppError } from '@answerable/service-kit/errors'

/** 'abandoned': the client left before the call ended. */
export type Outcome = 'success' | 'failure' | 'abandoned'

export type Breaker = {
  /** Returns the function that reports the outcome of the call, or null while the breaker refuses calls. */
  begin: () => ((outcome: Outcome) => void) | null
  /** Whether the breaker refuses calls or probes with one. */
  isOpen: () => boolean
}

const minimumCalls = 20
const windowSeconds = 10
const openMilliseconds = 1_000

type State = { kind: 'closed' } | { kind: 'open'; until: number } | { kind: 'probing' }

/**
 * Opens for a second when half of at least 20 calls within 10 s have failed, then probes with one call. `now` is in
 * milliseconds.
 */
export const circuitBreaker = (now: () => number = () => performance.now()): Breaker => {
  let state: State = { kind: 'closed' }
  let recent = rollingCount()

  const open = (): void => {
    state = { kind: 'open', until: now() + openMilliseconds }
  }

  const reportTo =
    (counts: typeof recent) =>
    (outcome: Outcome): void => {
      // Calls that began before the breaker opened do not count, even if they end after it has closed again.
      if (counts !== recent || state.kind !== 'closed' || outcome === 'abandoned') return
      const { calls, failures } = counts.add(Math.floor(now() / 1_000), outcome)
      if (calls >= minimumCalls && failures * 2 >= calls) open()
    }

  const reportProbe = (outcome: Outcome): void => {
    if (outcome === 'success') {
      state = { kind: 'closed' }
      recent = rollingCount()
    } else if (outcome === 'failure') open()
    else state = { kind: 'open', until: now() }
  }

  return {
    begin: () => {
      if (state.kind === 'closed') return reportTo(recent)
      if (state.kind === 'probing' || now() < state.until) return null
      state = { kind: 'probing' }
      return reportProbe
    },
    isOpen: () => state.kind !== 'closed',
  }
}

/**
 * Makes a call through the breaker, which counts as several if it does the work of several. Any rejection counts as a
 * failure, except a refusal (4xx) by the service.
 */
export const guarded = async <Result>(
  breaker: Breaker,
  call: () => Promise<Result>,
  count = 1,
): Promise<Result> => {
  const reportOne = breaker.begin()
  if (reportOne === null) throw new AppError('unavailable', { retryAfterSeconds: 1 })
  const report = (outcome: Outcome): void => {
    for (let at = 0; at < count; at += 1) reportOne(outcome)
  }
  try {
    const result = await call()
    report('success')
    return result
  } catch (error) {
    report(error instanceof AppError && error.status < 500 ? 'success' : 'failure')
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
