import type { RequestListener } from 'node:http'
import { headerOf, requestIdHeader, templateOf } from '../http/http-app.ts'
import type { Observe } from './observe-requests.ts'
import { traceparentHeader } from './tracing.ts'

/** Records each request under its matched route. */
export const observeRequests =
  (app: RequestListener, observe: Observe): RequestListener =>
  (request, response) => {
    const origin = {
      traceparent: headerOf(request, traceparentHeader),
      requestId: headerOf(request, requestIdHeader) ?? null,
    }
    const template = () => templateOf(request)
    observe({ request, response, origin, template }, () => app(request, response))
  }
