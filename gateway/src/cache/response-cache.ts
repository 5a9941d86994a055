import { nullAfter } from '@answerable/service-kit/calls/with-timeout'
import { AppError } from '@answerable/service-kit/errors'
import { LRUCache } from 'lru-cache'
import { type CacheEntry, cacheEntryOf, lifetimeOf, type UpstreamResponse } from './cache-entry.ts'

export type ReadOutcome =
  | { kind: 'cached'; entry: CacheEntry }
  /** The response must not be cached: only the request that fetched it may have it. */
  | { kind: 'uncacheable'; response: UpstreamResponse }
  | { kind: 'failed'; error: unknown }
  /** The first request was not admitted. Requests that joined it must fetch for themselves. */
  | { kind: 'refused'; error: unknown }

/** A fetch that several requests for the same key share. */
export type InFlightRead = {
  outcome: Promise<ReadOutcome>
  /** The outcome, or null when it takes so long that a stale entry should be sent instead. */
  timedOutcome: Promise<ReadOutcome | null>
}

export type UpstreamRead = {
  /** Throws if the request that starts the fetch is not allowed to. */
  admit: () => Promise<void>
  fetch: () => Promise<UpstreamResponse>
}

type CacheCounts = {
  /** Fresh entries that were sent. */
  hits: number
  /** Requests that fetched from the service. */
  misses: number
  /** Requests that waited for another one's fetch. */
  joined: number
  /** Stale entries that were sent because the service failed or was slow. */
  stale: number
}

export type ResponseCache = {
  find: (key: string) => CacheEntry | undefined
  inFlight: (key: string) => InFlightRead | undefined
  fetch: (key: string, read: UpstreamRead) => InFlightRead
  /** Marks these entries as stale. */
  expire: (keys: readonly string[]) => void
  /** Marks the entries with these paths, or below them, as stale and outdated. */
  expireBelow: (paths: readonly string[]) => void
  expireAll: () => void
  /** Removes every entry that contains this id. */
  remove: (id: string) => void
  /** Removes every entry that contains this submission or is below these paths, and marks the others as stale. */
  removeSubmission: (submissionId: string, paths: readonly string[]) => void
  bytes: () => number
  counts: CacheCounts
}

const defaultMaxBytes = 32 * 1_048_576
const sendStaleAfterMilliseconds = 300
const maxAttempts = 3
/** No retry starts later than this, so that with the timeout of one call no request takes six seconds. */
const retryMilliseconds = 1_500

/**
 * Caches responses to anonymous reads for as long as their service allows. Entries are fresh for a moment; stale
 * ones are sent when the service fails or is slow.
 */
export const openResponseCache = (maxBytes = defaultMaxBytes): ResponseCache => {
  const entries = new LRUCache<string, CacheEntry>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }, key) => bytes + key.length,
  })
  const inFlight = new Map<string, InFlightRead & Changes>()

  const run = async (key: string, { admit, fetch }: UpstreamRead): Promise<ReadOutcome> => {
    try {
      await admit()
    } catch (error) {
      return { kind: 'refused', error }
    }
    const retryUntil = performance.now() + retryMilliseconds
    try {
      for (let left = maxAttempts - 1; ; left -= 1) {
        const read = inFlight.get(key)
        if (read !== undefined) Object.assign(read, noChanges())
        const requestedAt = performance.now()
        const response = await fetch()
        // The response may be older than an event that arrived during the fetch.
        const isOutdated = read?.isOutdated === true
        if (isOutdated && left > 0 && performance.now() < retryUntil) continue
        if (read?.removed.some((isRemoved) => isRemoved(key, response))) throw removed()
        return store(key, response, { requestedAt, isOutdated })
      }
    } catch (error) {
      return { kind: 'failed', error }
    }
  }

  const store = (
    key: string,
    response: UpstreamResponse,
    { requestedAt, isOutdated }: { requestedAt: number; isOutdated: boolean },
  ): ReadOutcome => {
    const lifetime = lifetimeOf(response)
    if (lifetime === null) {
      // A 404 replaces the entry. A 503 does not.
      if (response.status < 500) entries.delete(key)
      return { kind: 'uncacheable', response }
    }
    const entry = cacheEntryOf(response, lifetime, requestedAt)
    const previous = entries.peek(key)
    if (previous?.etag === entry.etag) entry.encoded = previous.encoded
    if (!isOutdated) entries.set(key, entry)
    return { kind: 'cached', entry }
  }

  const expireAll = (): void => {
    for (const entry of entries.values()) entry.freshUntil = 0
    for (const read of inFlight.values()) read.isOutdated = true
  }

  const expire = (keys: Iterable<string>): void => {
    for (const key of keys) {
      const entry = entries.peek(key)
      if (entry !== undefined) entry.freshUntil = 0
      const read = inFlight.get(key)
      if (read !== undefined) read.isOutdated = true
    }
  }

  const remove = (isRemoved: IsRemoved): void => {
    for (const [key, { identity }] of [...entries.entries()])
      if (isRemoved(key, identity)) entries.delete(key)
    for (const read of inFlight.values()) read.removed.push(isRemoved)
  }

  return {
    find: (key) => entries.get(key),
    inFlight: (key) => inFlight.get(key),
    fetch: (key, read) => {
      const { promise: outcome, resolve } = Promise.withResolvers<ReadOutcome>()
      // Without an entry there is nothing else to send.
      const timedOutcome = entries.has(key)
        ? nullAfter(outcome, sendStaleAfterMilliseconds)
        : outcome
      const shared = { outcome, timedOutcome, ...noChanges() }
      inFlight.set(key, shared)
      void run(key, read).then((result) => {
        inFlight.delete(key)
        resolve(result)
      })
      return shared
    },
    expire,
    expireBelow: (paths) => {
      // Most changes are votes, which change no section: they must not compare every key.
      if (paths.length === 0) return
      const keys = [...entries.keys(), ...inFlight.keys()].filter((key) => isBelow(key, paths))
      expire(keys)
      for (const key of keys) {
        const entry = entries.peek(key)
        if (entry !== undefined) entry.isOutdated = true
      }
    },
    expireAll,
    remove: (id) => remove(contains(id)),
    removeSubmission: (submissionId, paths) => {
      const isAbout = contains(submissionId)
      remove((key, response) => isBelow(key, paths) || isAbout(key, response))
      expireAll()
    },
    bytes: () => entries.calculatedSize,
    counts: { hits: 0, misses: 0, joined: 0, stale: 0 },
  }
}

/** What may follow a path in a key that is below it. */
const endOfPath: ReadonlySet<string> = new Set(['', '/', '?'])

const isBelow = (key: string, paths: readonly string[]): boolean =>
  paths.some((path) => key.startsWith(path) && endOfPath.has(key.charAt(path.length)))

type IsRemoved = (key: string, response: Pick<UpstreamResponse, 'body'>) => boolean

/** The events that arrived during a fetch. */
type Changes = { isOutdated: boolean; removed: IsRemoved[] }

const noChanges = (): Changes => ({ isOutdated: false, removed: [] })

/** Paths may have the UUID of a comment in upper case. */
const contains = (id: string): IsRemoved => {
  const quotedId = `"${id}"`
  return (key, { body }) =>
    key.includes(id) || key.toLowerCase().includes(id) || body.includes(quotedId)
}

/** An error is better than a response that shows what was removed. */
const removed = (): AppError => new AppError('unavailable', { retryAfterSeconds: 1 })
