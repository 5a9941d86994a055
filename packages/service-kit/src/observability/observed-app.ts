import type { IncomingMessage, RequestListener } from 'node:http'
import { headerOf, requestIdHeader } from '../http/request-headers.ts'
import type { Observe } from './observe-requests.ts'
import { traceparentHeader } from './tracing.ts'

/** Records each request under its matched route. */
export const observeRequests =
  (app: RequestListener, observe: Observe): RequestListener =>
  (request: IncomingMessage & { route?: { path: string } }, response) => {
    const origin = {
      traceparent: headerOf(request, traceparentHeader),
      requestId: headerOf(request, requestIdHeader) ?? null,
    }
    const template = () => request.route?.path
    observe({ request, response, origin, template }, () => app(request, response))
  }
