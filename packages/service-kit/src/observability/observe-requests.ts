import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Metrics } from './metrics.ts'
import { noMetrics } from './metrics.ts'
import type { Origin, Tracing } from './tracing.ts'

export type ObservedRequest = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly origin: Origin
  /** The path template that the request turned out to match; asked when it is over. */
  readonly template: () => string | undefined
}

/** Runs the answering of a request and notes how it went. */
export type Observe = (observed: ObservedRequest, answer: () => void) => void

/** Doubling from 1 ms, about which the quickest answers are, to the 4 s after which all are given up. */
const bounds = [0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.125, 0.25, 0.5, 1, 2, 4]

/** Null where nobody watches, so that nothing is done for it. */
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
  // Of its own, since a figure that appears with its first increment does not show that one as a change.
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
