import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Metrics } from './metrics.ts'
import { noMetrics } from './metrics.ts'
import type { Origin, Tracing } from './tracing.ts'

export type ObservedRequest = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly origin: Origin
  /** The path template of the matched route; called after the response. */
  readonly template: () => string | undefined
}

/** Runs the handling of a request and records its duration and status. */
export type Observe = (observed: ObservedRequest, response: () => void) => void

/** Doubling from 1 ms, the order of the fastest responses, to the time limit of 4 s. */
const bounds = [0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.125, 0.25, 0.5, 1, 2, 4]

/** Null if metrics and traces are off, so that requests cost nothing. */
export const observer = async (watched: {
  metrics: Metrics
  tracing: Tracing | null
}): Promise<Observe | null> => {
  const { metrics, tracing } = watched
  if (metrics === noMetrics && tracing === null) return null
  const { routeNames } = await import('./route-names.ts')
  const measure = metrics.histogram({
    name: 'answerable_http_request_duration_seconds',
    help: 'Request duration, by contract route.',
    labels: ['route', 'status'],
    bounds,
  })
  // A counter of its own: a labelled series that appears with its first increment shows no change.
  const countFailure = metrics.counter({
    name: 'answerable_http_failures_total',
    help: 'Requests with a 5xx response.',
    known: [{}],
  })

  return ({ request, response, origin, template }, answer) => {
    if (request.url === '/ready' || request.url === '/live') {
      answer()
      return
    }
    const startedAt = performance.now()
    const span = tracing?.begin({ name: request.method ?? '', kind: 'server', origin })
    response.once('close', () => {
      const status = response.headersSent ? response.statusCode : null
      const route = routeNames.get(`${request.method} ${template()}`) ?? 'unknown'
      const statusClass = status === null ? 'none' : `${Math.floor(status / 100)}xx`
      if (statusClass === '5xx') countFailure({})
      measure({ route, status: statusClass }, (performance.now() - startedAt) / 1_000)
      span?.end({
        name: `${request.method} ${route}`,
        failed: status === null || status >= 500,
        attributes: {
          'answerable.route': route,
          ...(status === null ? {} : { 'http.response.status_code': status }),
        },
      })
    })
    if (span === undefined) answer()
    else span.around(answer)
  }
}
