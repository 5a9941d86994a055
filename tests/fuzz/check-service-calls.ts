import type { Sender } from './compose.ts'
import type { ServiceCall } from './service-calls.ts'
import { isWrittenOut, originForm, readsBehind, routeAt } from './table.ts'

/** Headers that the gateway and internal calls set. */
const allowedHeaders = new Set([
  ...['host', 'connection', 'content-type', 'content-encoding', 'content-length', 'accept'],
  ...['transfer-encoding', 'if-none-match', 'idempotency-key', 'x-passport', 'x-request-id'],
])

/** The faults of a request that reached a service, whatever its origin. */
export const checkServiceCall = ({ method, url, headers, passport }: ServiceCall): string[] => {
  if (url === '/ready' || url === '/live') return []
  const route = routeAt(method, url)
  if (route === null) return [`${method} ${url} reached a service`]
  const strangers = Object.keys(headers).filter(
    (name) => !allowedHeaders.has(name) && !(name === 'cookie' && route.service === 'auth'),
  )
  return [
    ...(passport?.audience === route.service ? [] : [`${url} reached ${passport?.audience}`]),
    ...(route.access === 'internal' &&
    route.callers?.includes(passport?.issuer ?? 'realtime') !== true
      ? [`${url} was called by ${passport?.issuer}`]
      : []),
    ...strangers.map((name) => `header ${name} reached a service`),
  ]
}

/** The faults of a request that reached a service because of one to the gateway. */
export const checkForwarded = (
  call: ServiceCall,
  sent: { method: string; target: string; isOwnCookie: boolean; sender: Sender },
): string[] => {
  const { passport } = call
  if (passport === null || passport.issuer !== 'gateway') return []
  if (routeAt(call.method, call.url)?.access === 'internal') return []
  const { actor, address } = sent.sender
  const target = originForm(sent.target)
  // The gateway forwards HEAD as GET, so that the headers are the same.
  const method = sent.method === 'HEAD' ? 'GET' : sent.method
  const isAsSent = call.url === target && call.method === method
  const { viewer, client } = passport
  const isShared = call.method === 'GET' && viewer === null && isWrittenOut(call.url, target)
  const path = call.url.split('?', 1)[0] ?? ''
  const isForPage = call.method === 'GET' && readsBehind(target).includes(path)
  const isOwn = viewer === null || (sent.isOwnCookie && viewer.id === actor.userId)
  const role = viewer?.role ?? actor.role
  return [
    ...(isAsSent || isShared || isForPage ? [] : [`${call.method} ${call.url} was forwarded`]),
    ...(isOwn ? [] : [`in the name of ${viewer.id}`]),
    ...(viewer === null || role === actor.role ? [] : [`as ${role}`]),
    ...(client?.address === address ? [] : [`from ${client?.address}`]),
  ]
}
