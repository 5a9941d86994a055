/** Where the trace of a piece of work comes from. */
export type Origin =
  /** Here: with this request a trace begins. */
  | { readonly begins: string }
  /** From a caller: its `traceparent` (W3C Trace Context), else the request that it tells of. */
  | { readonly traceparent: string | undefined; readonly requestId: string | null }

export type Work = {
  /** Of few values, such as `GET /api/boycotts/:id`: never a path, an id or an address. */
  readonly name: string
  readonly kind: 'server' | 'producer' | 'consumer'
  readonly origin: Origin
}

export type Span = {
  /** Runs the work so that what it calls and publishes belongs to this span. */
  readonly around: <Result>(work: () => Result) => Result
  readonly end: (
    outcome: { readonly failed: boolean } & {
      readonly name?: string
      readonly attributes?: Readonly<Record<string, string | number>>
    },
  ) => void
}

/**
 * Traces of one service. The trace of a request has the request's id, without its dashes: whoever has an
 * id from a log or an answer has the trace.
 */
export type Tracing = {
  readonly begin: (work: Work) => Span
  /** What a call made now says of the span that it is made in; null outside of any. */
  readonly traceparent: () => string | null
}

export const traceparentHeader = 'traceparent'

/** Runs the work in a span that fails where the work rejects. */
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
