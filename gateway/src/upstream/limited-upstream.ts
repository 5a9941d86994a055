import { concurrencyLimit, overloaded } from '@answerable/service-kit/calls/concurrency-limit'
import { responseTimeoutMilliseconds, type Upstream } from './upstream.ts'

export type LimitedUpstream = Pick<Upstream, 'replicas'> & {
  /** Sends a read, or refuses it at once. */
  read: Upstream['send']
  /** Whether one more read would be refused. */
  isFull: () => boolean
  /** For the writes of one route, which then wait for each other and for nothing else. */
  openWrites: () => Upstream['send']
}

/** Reads that may wait for each instance: as many while they are answered soon, as few while they are not. */
const maxReads = 128
const minReads = 32
const soonMilliseconds = 200
const narrowing = 0.75

/** Writes of one route under way for each instance, and those that may wait for them. */
const maxWrites = 128
const maxWaitingWrites = 1_024

/**
 * Bounds the calls to a service by kind, so that a flood of one kind takes no place of another.
 *
 * So many reads wait for a service and the others are refused at once, so that under any load those that are
 * answered are answered soon. How many is found out as the window of a TCP connection is: one more for each that
 * was answered soon, a quarter less when one was not (additive increase, multiplicative decrease; Chiu and Jain,
 * 1989). Writes wait for their turn among those of their route: many of them are committed together.
 */
export const limitConcurrency = (upstream: Upstream): LimitedUpstream => {
  let underWay = 0
  let most = maxReads
  let narrowedAt = 0

  const isFull = (): boolean => underWay >= most * upstream.replicas.size()

  const learn = (startedAt: number): void => {
    const now = performance.now()
    if (now - startedAt <= soonMilliseconds) most = Math.min(most + 1, maxReads)
    // What began before the last time says nothing about how it is since.
    else if (startedAt >= narrowedAt) {
      most = Math.max(Math.floor(most * narrowing), minReads)
      narrowedAt = now
    }
  }

  return {
    replicas: upstream.replicas,
    isFull,
    read: async (call, sink, timeoutMilliseconds) => {
      if (isFull()) throw overloaded
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
    openWrites: () => {
      const running = () => maxWrites * upstream.replicas.size()
      const limit = concurrencyLimit({ running, waiting: maxWaitingWrites })
      return (call, sink, timeoutMilliseconds = responseTimeoutMilliseconds) => {
        const deadline = performance.now() + timeoutMilliseconds
        let isLeft = false
        sink.abortable(() => {
          isLeft = true
        })
        return limit(async () => {
          if (isLeft) return
          const millisecondsLeft = deadline - performance.now()
          if (millisecondsLeft <= 0) throw overloaded
          await upstream.send(call, sink, millisecondsLeft)
        })
      }
    },
  }
}
