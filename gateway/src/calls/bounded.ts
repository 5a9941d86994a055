import { AppError } from '@answerable/service-kit/errors'
import type { Upstream } from './upstream.ts'

export type BoundedUpstream = Upstream & {
  /** Whether one more read would be refused. */
  isFull: () => boolean
}

/** Reads that may wait for each instance: as many while they are answered soon, as few while they are not. */
const mostReads = 128
const fewestReads = 32
const soonMilliseconds = 200
const narrowing = 0.75

/** Made once: when it comes to refusing, most of all calls are refused. */
export const tooManyWait = new AppError('unavailable', { retryAfterSeconds: 1 })

/**
 * Lets so many reads wait for a service and refuses the others at once, so that under any load those that
 * are answered are answered soon. How many is found out as the window of a TCP connection is: one more for
 * each that was answered soon, a quarter less when one was not (additive increase, multiplicative decrease;
 * Chiu and Jain, 1989). Writes wait: many of them are committed together.
 */
export const bounded = (upstream: Upstream): BoundedUpstream => {
  let underWay = 0
  let most = mostReads
  let narrowedAt = 0

  const isFull = (): boolean => underWay >= most * upstream.replicas.size()

  const learn = (startedAt: number): void => {
    const now = performance.now()
    if (now - startedAt <= soonMilliseconds) most = Math.min(most + 1, mostReads)
    // What began before the last time says nothing about how it is since.
    else if (startedAt >= narrowedAt) {
      most = Math.max(Math.floor(most * narrowing), fewestReads)
      narrowedAt = now
    }
  }

  return {
    ...upstream,
    isFull,
    send: async (call, sink, timeoutMilliseconds) => {
      if (call.method !== 'GET' && call.method !== 'HEAD') {
        return upstream.send(call, sink, timeoutMilliseconds)
      }
      if (isFull()) throw tooManyWait
      underWay += 1
      const startedAt = performance.now()
      try {
        await upstream.send(call, sink, timeoutMilliseconds)
        learn(startedAt)
      } catch (error) {
        // One that failed at once says nothing about how soon answers come.
        if (performance.now() - startedAt > soonMilliseconds) learn(startedAt)
        throw error
      } finally {
        underWay -= 1
      }
    },
  }
}
