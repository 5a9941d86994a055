import type { IncomingMessage, RequestListener } from 'node:http'
import { requestIdHeader } from './http-app.ts'
import type { Observe } from './observe.ts'
import { traceparentHeader } from './tracing.ts'

/** Tells of each request by the route that Express leaves on it. */
export const observed =
  (app: RequestListener, observe: Observe): RequestListener =>
  (request: Routed, response) => {
    const origin = {
      traceparent: headerOf(request, traceparentHeader),
      requestId: headerOf(request, requestIdHeader) ?? null,
    }
    const template = () => request.route?.path
    observe({ request, response, origin, template }, () => app(request, response))
  }

type Routed = IncomingMessage & { route?: { path: string } }

const headerOf = ({ headers }: IncomingMessage, name: string): string | undefined => {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}
