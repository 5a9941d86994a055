import { AppError } from '@answerable/service-kit/errors'
import { LRUCache } from 'lru-cache'
import { type CacheEntry, cacheEntryOf, lifetimeOf, type UpstreamResponse } from './cache-entry.ts'

/** How a question to the service ended. */
export type ReadOutcome =
  | { kind: 'kept'; answer: CacheEntry }
  /** What was answered is not to be kept, and is for whoever asked alone. */
  | { kind: 'other'; answer: UpstreamResponse }
  | { kind: 'failed'; error: unknown }
  /** The one who was to ask may not: the others are still to be answered. */
  | { kind: 'refused'; error: unknown }

/** A question to the service that is under way, for all who wait for the same. */
export type InFlightRead = {
  outcome: Promise<ReadOutcome>
  /** The outcome, or null once an older answer is the better one. */
  soon: Promise<ReadOutcome | null>
}

export type UpstreamRead = {
  /** Whether the service may be asked on behalf of the one who asks first; throws if not. */
  admit: () => Promise<void>
  fetch: () => Promise<UpstreamResponse>
}

/** What has become of the reads that may be answered from here. */
type CacheCounts = {
  /** Answered at once. */
  hits: number
  /** Asked the service. */
  misses: number
  /** Waited for what another was asking. */
  joined: number
  /** Got an older answer, for the service failed or was slow. */
  stale: number
}

export type ResponseCache = {
  find: (key: string) => CacheEntry | undefined
  inFlight: (key: string) => InFlightRead | undefined
  ask: (key: string, question: UpstreamRead) => InFlightRead
  /** What is kept under these keys is to be asked for again. */
  expire: (keys: readonly string[]) => void
  expireAll: () => void
  /** Forgets every answer that tells of this submission, and expires the others. */
  forget: (submissionId: string) => void
  bytes: () => number
  counts: CacheCounts
}

const defaultMaxBytes = 32 * 1_048_576
const patienceMilliseconds = 300
const maxAttempts = 3
/** After this long nothing is asked again: with the time for one answer, nobody waits for six seconds. */
const retryMilliseconds = 1_500

/**
 * Answers to visitors, kept for as long as their service allows and shared by all who ask the same. Only a
 * moment old while all is well; an older one is there for when the service fails or is slow.
 */
export const responseCache = (maxBytes = defaultMaxBytes): ResponseCache => {
  const kept = new LRUCache<string, CacheEntry>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }, key) => bytes + key.length,
  })
  const inFlight = new Map<string, InFlightRead & UnderWay>()

  const run = async (key: string, { admit, fetch }: UpstreamRead): Promise<ReadOutcome> => {
    try {
      await admit()
    } catch (error) {
      return { kind: 'refused', error }
    }
    const lastAskedAt = performance.now() + retryMilliseconds
    try {
      for (let left = maxAttempts - 1; ; left -= 1) {
        const read = inFlight.get(key)
        if (read !== undefined) Object.assign(read, justAsked())
        const askedAt = performance.now()
        const answer = await fetch()
        // What has changed meanwhile may be missing from it.
        const isOutdated = read?.isOutdated === true
        if (isOutdated && left > 0 && performance.now() < lastAskedAt) continue
        if (read?.removed.some((id) => tellsOf(key, answer, id))) throw gone()
        return settle(key, answer, { askedAt, isOutdated })
      }
    } catch (error) {
      return { kind: 'failed', error }
    }
  }

  const settle = (
    key: string,
    received: UpstreamResponse,
    { askedAt, isOutdated }: { askedAt: number; isOutdated: boolean },
  ): ReadOutcome => {
    const lifetime = lifetimeOf(received)
    if (lifetime === null) {
      // An answer of 404 means that what was kept is no more; one of 503 means nothing.
      if (received.status < 500) kept.delete(key)
      return { kind: 'other', answer: received }
    }
    const answer = cacheEntryOf(received, lifetime, askedAt)
    const before = kept.peek(key)
    if (before?.etag === answer.etag) answer.encoded = before.encoded
    if (!isOutdated) kept.set(key, answer)
    return { kind: 'kept', answer }
  }

  const outdate = (read: { isOutdated: boolean } | undefined): void => {
    if (read !== undefined) read.isOutdated = true
  }

  const expireAll = (): void => {
    for (const answer of kept.values()) answer.freshUntil = 0
    for (const read of inFlight.values()) outdate(read)
  }

  return {
    find: (key) => kept.get(key),
    inFlight: (key) => inFlight.get(key),
    ask: (key, question) => {
      const { promise: outcome, resolve } = Promise.withResolvers<ReadOutcome>()
      // Without an older answer there is nothing better to wait for.
      const soon = kept.has(key) ? soonOf(outcome) : outcome
      const read = { outcome, soon, ...justAsked() }
      inFlight.set(key, read)
      void run(key, question).then((outcome) => {
        inFlight.delete(key)
        resolve(outcome)
      })
      return read
    },
    expire: (keys) => {
      for (const key of keys) {
        const answer = kept.peek(key)
        if (answer !== undefined) answer.freshUntil = 0
        outdate(inFlight.get(key))
      }
    },
    expireAll,
    forget: (submissionId) => {
      const mark = `"${submissionId}"`
      for (const [key, { identity }] of [...kept.entries()]) {
        if (key.includes(submissionId) || identity.body.includes(mark)) kept.delete(key)
      }
      for (const read of inFlight.values()) read.removed.push(submissionId)
      expireAll()
    },
    bytes: () => kept.calculatedSize,
    counts: { hits: 0, misses: 0, joined: 0, stale: 0 },
  }
}

/** What has happened since the service was asked. */
type UnderWay = { isOutdated: boolean; removed: string[] }

const justAsked = (): UnderWay => ({ isOutdated: false, removed: [] })

const tellsOf = (key: string, { body }: UpstreamResponse, submissionId: string): boolean =>
  key.includes(submissionId) || body.includes(`"${submissionId}"`)

/** Better no answer than one that shows what is known to be removed. */
const gone = (): AppError => new AppError('unavailable', { retryAfterSeconds: 1 })

const soonOf = (outcome: Promise<ReadOutcome>): Promise<ReadOutcome | null> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), patienceMilliseconds)
    void outcome.then((outcome) => {
      clearTimeout(timer)
      resolve(outcome)
    })
  })
