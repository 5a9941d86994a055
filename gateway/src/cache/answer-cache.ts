import { AppError } from '@answerable/service-kit/errors'
import { LRUCache } from 'lru-cache'
import { type KeptAnswer, keptAnswer, lifetimeOf, type ReceivedAnswer } from './kept-answer.ts'

/** How a question to the service ended. */
export type Landing =
  | { kind: 'kept'; answer: KeptAnswer }
  /** What was answered is not to be kept, and is for whoever asked alone. */
  | { kind: 'other'; answer: ReceivedAnswer }
  | { kind: 'failed'; error: unknown }
  /** The one who was to ask may not: the others are still to be answered. */
  | { kind: 'refused'; error: unknown }

/** A question to the service that is under way, for all who wait for the same. */
export type Flight = {
  landing: Promise<Landing>
  /** The landing, or null once an older answer is the better one. */
  soon: Promise<Landing | null>
}

export type Question = {
  /** Whether the service may be asked on behalf of the one who asks first; throws if not. */
  admit: () => Promise<void>
  fetch: () => Promise<ReceivedAnswer>
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

export type AnswerCache = {
  find: (key: string) => KeptAnswer | undefined
  flight: (key: string) => Flight | undefined
  ask: (key: string, question: Question) => Flight
  /** What is kept under these keys is to be asked for again. */
  expire: (keys: readonly string[]) => void
  expireAll: () => void
  /** Forgets every answer that tells of this submission, and expires the others. */
  forget: (submissionId: string) => void
  bytes: () => number
  counts: CacheCounts
}

const mostBytes = 32 * 1_048_576
const patienceMilliseconds = 300
const mostQuestions = 3
/** After this long nothing is asked again: with the time for one answer, nobody waits for six seconds. */
const askAgainMilliseconds = 1_500

/**
 * Answers to visitors, kept for as long as their service allows and shared by all who ask the same. Only a
 * moment old while all is well; an older one is there for when the service fails or is slow.
 */
export const answerCache = (maxBytes = mostBytes): AnswerCache => {
  const kept = new LRUCache<string, KeptAnswer>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }, key) => bytes + key.length,
  })
  const flights = new Map<string, Flight & UnderWay>()

  const fly = async (key: string, { admit, fetch }: Question): Promise<Landing> => {
    try {
      await admit()
    } catch (error) {
      return { kind: 'refused', error }
    }
    const lastAskedAt = performance.now() + askAgainMilliseconds
    try {
      for (let left = mostQuestions - 1; ; left -= 1) {
        const flight = flights.get(key)
        if (flight !== undefined) Object.assign(flight, justAsked())
        const askedAt = performance.now()
        const answer = await fetch()
        // What has changed meanwhile may be missing from it.
        const isOutdated = flight?.isOutdated === true
        if (isOutdated && left > 0 && performance.now() < lastAskedAt) continue
        if (flight?.removed.some((id) => tellsOf(key, answer, id))) throw gone()
        return land(key, answer, { askedAt, isOutdated })
      }
    } catch (error) {
      return { kind: 'failed', error }
    }
  }

  const land = (
    key: string,
    received: ReceivedAnswer,
    { askedAt, isOutdated }: { askedAt: number; isOutdated: boolean },
  ): Landing => {
    const lifetime = lifetimeOf(received)
    if (lifetime === null) {
      // An answer of 404 means that what was kept is no more; one of 503 means nothing.
      if (received.status < 500) kept.delete(key)
      return { kind: 'other', answer: received }
    }
    const answer = keptAnswer(received, lifetime, askedAt)
    const before = kept.peek(key)
    if (before?.etag === answer.etag) answer.encoded = before.encoded
    if (!isOutdated) kept.set(key, answer)
    return { kind: 'kept', answer }
  }

  const outdate = (flight: { isOutdated: boolean } | undefined): void => {
    if (flight !== undefined) flight.isOutdated = true
  }

  const expireAll = (): void => {
    for (const answer of kept.values()) answer.freshUntil = 0
    for (const flight of flights.values()) outdate(flight)
  }

  return {
    find: (key) => kept.get(key),
    flight: (key) => flights.get(key),
    ask: (key, question) => {
      const { promise: landing, resolve } = Promise.withResolvers<Landing>()
      // Without an older answer there is nothing better to wait for.
      const soon = kept.has(key) ? soonOf(landing) : landing
      const flight = { landing, soon, ...justAsked() }
      flights.set(key, flight)
      void fly(key, question).then((landed) => {
        flights.delete(key)
        resolve(landed)
      })
      return flight
    },
    expire: (keys) => {
      for (const key of keys) {
        const answer = kept.peek(key)
        if (answer !== undefined) answer.freshUntil = 0
        outdate(flights.get(key))
      }
    },
    expireAll,
    forget: (submissionId) => {
      const mark = `"${submissionId}"`
      for (const [key, { identity }] of [...kept.entries()]) {
        if (key.includes(submissionId) || identity.body.includes(mark)) kept.delete(key)
      }
      for (const flight of flights.values()) flight.removed.push(submissionId)
      expireAll()
    },
    bytes: () => kept.calculatedSize,
    counts: { hits: 0, misses: 0, joined: 0, stale: 0 },
  }
}

/** What has happened since the service was asked. */
type UnderWay = { isOutdated: boolean; removed: string[] }

const justAsked = (): UnderWay => ({ isOutdated: false, removed: [] })

const tellsOf = (key: string, { body }: ReceivedAnswer, submissionId: string): boolean =>
  key.includes(submissionId) || body.includes(`"${submissionId}"`)

/** Better no answer than one that shows what is known to be removed. */
const gone = (): AppError => new AppError('unavailable', { retryAfterSeconds: 1 })

const soonOf = (landing: Promise<Landing>): Promise<Landing | null> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), patienceMilliseconds)
    void landing.then((landed) => {
      clearTimeout(timer)
      resolve(landed)
    })
  })
