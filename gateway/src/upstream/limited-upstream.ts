import { concurrencyLimit, overloaded } from '@answerable/service-kit/calls/concurrency-limit'
import { responseTimeoutMilliseconds, type Upstream } from './upstream.ts'

export type LimitedUpstream = Pick<Upstream, 'replicas'> & {
  /** Sends a read, or throws `unavailable` at once. */
  read: Upstream['send']
  /** The same for the reads of one route, which may be sent in another way. */
  openReads: (sendBy?: SendBy) => Upstream['send']
  /** Whether one more read would be refused. */
  isFull: () => boolean
  /** Opens a queue for the writes of one route, which may send them in another way. */
  openWrites: (sendBy?: SendBy) => Upstream['send']
}

/** Replaces the sending of single calls. */
export type SendBy = (send: Upstream['send']) => Upstream['send']

const asGiven: SendBy = (send) => send

/** Bounds of the limit of concurrent reads per instance. */
const maxReads = 128
const minReads = 32
const targetMilliseconds = 200
const decrease = 0.75

/** Concurrent writes of one route per instance, and writes that may wait for them. */
const maxWrites = 128
const maxWaitingWrites = 1_024

/**
 * Limits the concurrent calls to a service by kind, so that a flood of one kind does not block others.
 *
 * Reads above the limit are refused at once, so that the others are fast under any load. The limit adapts as the
 * window of a TCP connection does: one more for each fast response, a quarter less for a slow one (additive
 * increase, multiplicative decrease; Chiu and Jain, 1989). Writes queue behind those of their route, because many
 * are committed together.
 */
export const limitConcurrency = (upstream: Upstream): LimitedUpstream => {
  let inFlight = 0
  let limit = maxReads
  let decreasedAt = 0

  const isFull = (): boolean => inFlight >= limit * upstream.replicas.size()

  const adjust = (startedAt: number): void => {
    const now = performance.now()
    if (now - startedAt <= targetMilliseconds) limit = Math.min(limit + 1, maxReads)
    // A call that started before the last decrease does not show its effect.
    else if (startedAt >= decreasedAt) {
      limit = Math.max(Math.floor(limit * decrease), minReads)
      decreasedAt = now
    }
  }

  const openReads: LimitedUpstream['openReads'] = (sendBy = asGiven) => {
    const send = sendBy(upstream.send)
    return async (call, sink, timeoutMilliseconds) => {
      if (isFull()) throw overloaded
      inFlight += 1
      const startedAt = performance.now()
      try {
        await send(call, sink, timeoutMilliseconds)
        adjust(startedAt)
      } catch (error) {
        // A call that failed at once does not show how fast the service is.
        if (performance.now() - startedAt > targetMilliseconds) adjust(startedAt)
        throw error
      } finally {
        inFlight -= 1
      }
    }
  }

  return {
    replicas: upstream.replicas,
    isFull,
    read: openReads(),
    openReads,
    openWrites: (sendBy = asGiven) => {
      const send = sendBy(upstream.send)
      const running = () => maxWrites * upstream.replicas.size()
      const enqueue = concurrencyLimit({ running, waiting: maxWaitingWrites })
      return (call, sink, timeoutMilliseconds = responseTimeoutMilliseconds) => {
        const deadline = performance.now() + timeoutMilliseconds
        let isAborted = false
        sink.abortable(() => {
          isAborted = true
        })
        return enqueue(async () => {
          if (isAborted) return
          const millisecondsLeft = deadline - performance.now()
          if (millisecondsLeft <= 0) throw overloaded
          await send(call, sink, millisecondsLeft)
        })
      }
    },
  }
}
