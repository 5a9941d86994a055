import type { IncomingHttpHeaders } from 'node:http'
import {
  type Lease,
  type LoadBalancer,
  wasNeverSent,
} from '@answerable/service-kit/calls/load-balancer'
import { startTimeLimit } from '@answerable/service-kit/calls/time-limit'
import { AppError } from '@answerable/service-kit/errors'
import { type Tracing, traceparentHeader } from '@answerable/service-kit/observability/tracing'
import type { Dispatcher } from 'undici'
import type { Breaker, Outcome } from './breaker.ts'
import { retryBudget } from './retry-budget.ts'

export type UpstreamCall = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With the query, exactly as received. */
  path: string
  /** Alternating names and values. */
  headers: string[]
  body: Buffer | null
}

/** Receives a response. `start` may throw an AppError to refuse it. */
export type Sink = {
  start: (status: number, headers: IncomingHttpHeaders) => void
  data: (chunk: Buffer) => void
  end: () => void
  /** Receives the function that aborts the call when the client leaves. */
  abortable: (abort: () => void) => void
}

export type Upstream = {
  /** Rejects with an AppError unless the response is complete. */
  send: (call: UpstreamCall, sink: Sink, timeoutMilliseconds?: number) => Promise<void>
  replicas: LoadBalancer
}

export const responseTimeoutMilliseconds = 4_000

/**
 * Calls one service: load balancing, circuit breaker, and one retry. A GET is retried when the connection failed or
 * was reset before the response began; a write only when nothing of it was sent and there is another instance.
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
    const report = breaker.begin()
    if (report === null) throw new AppError('unavailable', { retryAfterSeconds: 1 })
    const lease = replicas.acquire(but)
    const onEnd = (failure: Failure | null): void => {
      report(outcomeOf(failure))
      lease.release(outcomeOf(failure))
    }
    return { lease, failure: attempt(lease.pool, given, onEnd) }
  }

  const mayRetry = ({ method }: UpstreamCall, { kind }: Failure): boolean => {
    if (method === 'GET') return kind === 'unsent' || kind === 'reset'
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
        failure = await guardedAttempt({ call, sink, deadline }, first.lease).failure
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
type Attempted = { lease: Lease; failure: Promise<Failure | null> }

type Failure = {
  /**
   * 'unsent': no connection. 'reset': reset before the response began. 'broken': any other failure of the
   * connection. 'timeout': no complete response in time. 'refused': a response that must not be passed on.
   * 'aborted': the client left.
   */
  kind: 'unsent' | 'reset' | 'broken' | 'timeout' | 'refused' | 'aborted'
  cause: unknown
}

const outcomeOf = (failure: Failure | null): Outcome => {
  if (failure === null) return 'success'
  return failure.kind === 'aborted' ? 'abandoned' : 'failure'
}

const errorOf = ({ kind, cause }: Failure): AppError => {
  if (cause instanceof AppError) return cause
  if (kind === 'timeout') return new AppError('upstream_timeout', { cause })
  return new AppError('unavailable', { retryAfterSeconds: 1, cause })
}

/**
 * Sends a call once and resolves with its failure or null. Responses are small and buffered, so that a slow client
 * does not occupy a connection to the service.
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
      stopLimit()
      onEnd(failure)
      resolve(failure)
      if (failure !== null) controller?.abort(new Error(failure.kind))
    }

    const stopLimit = startTimeLimit(Math.max(0, deadline - performance.now()), () =>
      finish({ kind: 'timeout', cause: new Error('no response in time') }),
    )
    sink.abortable(() => finish({ kind: 'aborted', cause: new Error('the client left') }))
    if (isOver) return

    pool.dispatch(call, {
      onRequestStart: (startedController) => {
        controller = startedController
        if (isOver) controller.abort(new Error('aborted before it began'))
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

const resetCodes = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

const failureBeforeStart = (error: Error): Failure => {
  const code = String((error as { code?: unknown }).code)
  // A header that cannot be forwarded is the client's mistake, not a failure of the service.
  if (code === 'UND_ERR_INVALID_ARG')
    return { kind: 'aborted', cause: new AppError('invalid_request') }
  if (wasNeverSent(error)) return { kind: 'unsent', cause: error }
  return { kind: resetCodes.has(code) ? 'reset' : 'broken', cause: error }
}

const failureAfterStart = (error: Error): Failure => ({
  kind: error instanceof AppError ? 'refused' : 'broken',
  cause: error,
})
