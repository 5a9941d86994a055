import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { type Passport, passportHeader } from '@answerable/service-kit/calls/passport'

/** A request as it reached a service. */
export type ServiceCall = {
  method: string
  url: string
  headers: IncomingHttpHeaders
  /** The unverified claims of the passport; the services check its signature. */
  passport: Passport | null
}

export type ServiceCalls = {
  /** The requests with this request id. Each is returned once. */
  take: (requestId: string) => ServiceCall[]
  /** The requests that were never returned. */
  rest: () => ServiceCall[]
  stop: () => void
}

const channel = 'http.server.request.start'

/** Records the requests to every HTTP server of this process except the gateway's. */
export const watchServices = (gatewayPort: number): ServiceCalls => {
  const calls = new Map<string, ServiceCall[]>()
  const notice = (message: unknown): void => {
    const { request } = message as { request: IncomingMessage }
    if (request.socket.localPort === gatewayPort) return
    const { method = '', url = '', headers } = request
    const id = String(headers['x-request-id'] ?? '')
    const known = calls.get(id) ?? []
    known.push({ method, url, headers, passport: passportOf(headers) })
    calls.set(id, known)
  }
  subscribe(channel, notice)
  return {
    take: (requestId) => {
      const taken = calls.get(requestId) ?? []
      calls.delete(requestId)
      return taken
    },
    rest: () => [...calls.values()].flat(),
    stop: () => void unsubscribe(channel, notice),
  }
}

const passportOf = (headers: IncomingHttpHeaders): Passport | null => {
  const [content = ''] = String(headers[passportHeader] ?? '').split('.')
  return content === '' ? null : JSON.parse(Buffer.from(content, 'base64url').toString())
}
