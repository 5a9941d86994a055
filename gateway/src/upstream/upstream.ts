import type { IncomingHttpHeaders } from 'node:http'
import {
  type Lease,
  type LoadBalancer,
  wasNeverSent,
} from '@answerable/service-kit/calls/load-balancer'
import { AppError } from '@answerable/service-kit/errors'
import { type Tracing, traceparentHeader } from '@answerable/service-kit/observability/tracing'
import type { Dispatcher } from 'undici'
import type { Breaker, Outcome } from './breaker.ts'
import { retryBudget } from './retry-budget.ts'

export type UpstreamCall = {
  method: 'GET' | 'POST' | 'DELETE'
  /** With the query, exactly as received. */
  path: string
  /** Names and values in turn. */
  headers: string[]
  body: Buffer | null
}

/** Where an answer goes as it comes in. `start` may throw an AppError to refuse it. */
export type Sink = {
  start: (status: number, headers: IncomingHttpHeaders) => void
  data: (chunk: Buffer) => void
  end: () => void
  /** Hands over what ends the call when nobody waits for its answer any more. */
  abortable: (abort: () => void) => void
}

export type Upstream = {
  /** Rejects with an AppError when there is no whole answer. */
  send: (call: UpstreamCall, sink: Sink, timeoutMilliseconds?: number) => Promise<void>
  replicas: LoadBalancer
}

export const responseTimeoutMilliseconds = 4_000

/**
 * One service as the gateway sees it: its instances, a breaker, and one more try. A GET gets it when the
 * connection failed or was reset before an answer began; a write only when nothing of it was sent and
 * another instance is there.
 */
export const openUpstream = (options: {
  replicas: LoadBalancer
  breaker: Breaker
  tracing?: Tracing | null
  onRetry?: () => void
}): Upstream => {
  const { replicas, breaker, tracing = null, onRetry } = options
  const budget = retryBudget()

  const guardedAttempt = (given: Attempt, but?: Lease): Attempted => {
    const settle = breaker.begin()
    if (settle === null) throw new AppError('unavailable', { retryAfterSeconds: 1 })
    const turn = replicas.acquire(but)
    const onEnd = (failure: Failure | null): void => {
      settle(outcomeOf(failure))
      turn.release(outcomeOf(failure))
    }
    return { turn, failure: attempt(turn.pool, given, onEnd) }
  }

  const mayRetry = ({ method }: UpstreamCall, { kind }: Failure): boolean => {
    if (method === 'GET') return kind === 'unsent' || kind === 'early'
    return kind === 'unsent' && replicas.size() > 1
  }

  return {
    send: async (given, sink, timeoutMilliseconds = responseTimeoutMilliseconds) => {
      const call = tracing === null ? given : traced(given, tracing)
      const deadline = performance.now() + timeoutMilliseconds
      budget.earn()
      const first = guardedAttempt({ call, sink, deadline })
      let failure = await first.failure
      if (failure !== null && mayRetry(call, failure) && budget.spend()) {
        onRetry?.()
        failure = await guardedAttempt({ call, sink, deadline }, first.turn).failure
      }
      if (failure !== null) throw errorOf(failure)
    },
    replicas,
  }
}

const traced = (call: UpstreamCall, tracing: Tracing): UpstreamCall => {
  const traceparent = tracing.traceparent()
  if (traceparent === null) return call
  return { ...call, headers: [...call.headers, traceparentHeader, traceparent] }
}

type Attempt = { call: UpstreamCall; sink: Sink; deadline: number }
type Attempted = { turn: Lease; failure: Promise<Failure | null> }

type Failure = {
  /**
   * 'unsent': no connection. 'early': reset before an answer began. 'broken': any other failure of the
   * connection. 'late': out of time. 'refused': not an answer to pass on. 'gone': nobody waits for it.
   */
  kind: 'unsent' | 'early' | 'broken' | 'late' | 'refused' | 'gone'
  cause: unknown
}

const outcomeOf = (failure: Failure | null): Outcome => {
  if (failure === null) return 'success'
  return failure.kind === 'gone' ? 'abandoned' : 'failure'
}

const errorOf = ({ kind, cause }: Failure): AppError => {
  if (cause instanceof AppError) return cause
  if (kind === 'late') return new AppError('upstream_timeout', { cause })
  return new AppError('unavailable', { retryAfterSeconds: 1, cause })
}

/**
 * Sends once and resolves with what went wrong, if anything. The answer is taken in at the service's own
 * pace and held for a slow reader: answers are small, and a reader must not occupy a connection.
 */
const attempt = (
  pool: Lease['pool'],
  { call, sink, deadline }: Attempt,
  onEnd: (failure: Failure | null) => void,
): Promise<Failure | null> =>
  new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | undefined
    let hasBegun = false
    let isOver = false

    const finish = (failure: Failure | null): void => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      onEnd(failure)
      resolve(failure)
      if (failure !== null) controller?.abort(new Error(failure.kind))
    }

    const timer = setTimeout(
      () => finish({ kind: 'late', cause: new Error('no answer in time') }),
      Math.max(0, deadline - performance.now()),
    )
    sink.abortable(() => finish({ kind: 'gone', cause: new Error('nobody waits') }))

    pool.dispatch(call, {
      onRequestStart: (startedController) => {
        controller = startedController
        if (isOver) controller.abort(new Error('over before it began'))
      },
      onResponseStart: (_controller, status, headers) => {
        if (isOver || status < 200) return
        hasBegun = true
        sink.start(status, headers)
      },
      onResponseData: (_controller, chunk) => {
        if (!isOver) sink.data(chunk)
      },
      onResponseEnd: () => {
        if (!isOver) sink.end()
        finish(null)
      },
      onResponseError: (_controller, error) => {
        finish(hasBegun ? failureAfterStart(error) : failureBeforeStart(error))
      },
    })
  })

const earlyCodes = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

const failureBeforeStart = (error: Error): Failure => {
  const code = String((error as { code?: unknown }).code)
  // A header that cannot be sent on is the caller's doing and says nothing about the service.
  if (code === 'UND_ERR_INVALID_ARG')
    return { kind: 'gone', cause: new AppError('invalid_request') }
  if (wasNeverSent(error)) return { kind: 'unsent', cause: error }
  return { kind: earlyCodes.has(code) ? 'early' : 'broken', cause: error }
}

const failureAfterStart = (error: Error): Failure => ({
  kind: error instanceof AppError ? 'refused' : 'broken',
  cause: error,
})
