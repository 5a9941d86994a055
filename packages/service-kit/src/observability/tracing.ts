/** The origin of a trace. */
export type Origin =
  /** A trace that starts with this request. */
  | { readonly begins: string }
  /** From a caller: its `traceparent` (W3C Trace Context), else its request id. */
  | { readonly traceparent: string | undefined; readonly requestId: string | null }

export type Work = {
  /** With few values, such as `GET /api/boycotts/:id`: never a path, an id or an address. */
  readonly name: string
  readonly kind: 'server' | 'producer' | 'consumer'
  readonly origin: Origin
}

export type Span = {
  /** Runs the work as part of this span: its calls and events belong to it. */
  readonly around: <Result>(work: () => Result) => Result
  readonly end: (
    outcome: { readonly failed: boolean } & {
      readonly name?: string
      readonly attributes?: Readonly<Record<string, string | number>>
    },
  ) => void
}

/**
 * Traces of one service. The trace id of a request is the request id without dashes, so that an id from a
 * log or a response finds the trace.
 */
export type Tracing = {
  readonly begin: (work: Work) => Span
  /** The `traceparent` for outgoing calls of the current span; null outside of a span. */
  readonly traceparent: () => string | null
}

export const traceparentHeader = 'traceparent'

/** Runs the work in a span, which is marked as failed if the work rejects. */
export const inSpan = async <Result>(
  tracing: Tracing,
  work: Work,
  run: () => Promise<Result>,
): Promise<Result> => {
  const span = tracing.begin(work)
  try {
    const result = await span.around(run)
    span.end({ failed: false })
    return result
  } catch (error) {
    span.end({ failed: true })
    throw error
  }
}
