import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { limitOf } from '@answerable/contracts/limits'
import { type BackendName, defaultMaxBodyBytes, type Route } from '@answerable/contracts/route'
import type { Viewer } from '@answerable/contracts/sessions'
import { AppError } from '@answerable/service-kit/errors'
import { requestIdHeader } from '@answerable/service-kit/http-app'
import { passportHeader } from '@answerable/service-kit/passport'
import { clientAddress } from '../callers/client-address.ts'
import { isCrossSite } from '../callers/cross-site.ts'
import { identify, sessionHashOf } from '../callers/identity.ts'
import { passportFor } from '../callers/passport.ts'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import type { Exchange } from '../exchange.ts'
import { tooManyWait } from './bounded.ts'
import { type Body, compressInto, encodedHeaders, encodingFor, isCompressible } from './compress.ts'
import { readBody } from './read-body.ts'
import { answerTimeoutMilliseconds, type Sink, type UpstreamCall } from './upstream.ts'

export type ForwardedRoute = Route & { readonly service: BackendName }

/** For finding out who asks and for the answer of the service together. */
const mostMilliseconds = 5_500

/** Answers a contract route with what its service says to a signed passport. */
export const forward = (
  route: ForwardedRoute,
  config: Config,
  deps: Pick<Deps, 'upstreams' | 'sessions' | 'limiter'>,
) => {
  const upstream = deps.upstreams[route.service]
  const count = counting(route, config, deps)
  return async (exchange: Exchange): Promise<void> => {
    const { request, requestId } = exchange
    const method = methodOf(request)
    if (!isSafe(method) && isCrossSite(request, config.PUBLIC_ORIGIN)) {
      throw new AppError('cross_site_request')
    }
    // Before anything is asked or counted for it.
    if (isSafe(method) && upstream.isFull()) throw tooManyWait
    const { access, openToSuspended } = route
    const call = { request, requestId, access, openToSuspended }
    const askedAt = performance.now()
    const viewer = await identify(call, config, deps.sessions)
    const millisecondsLeft = mostMilliseconds - (performance.now() - askedAt)
    checkAccess(route, viewer)
    const body =
      route.body === undefined
        ? null
        : await readBody(request, route.maxBodyBytes ?? defaultMaxBodyBytes)
    await count(exchange, viewer)
    const path = request.url ?? '/'
    const passport = passportFor(request, { audience: route.service, method, path, viewer }, config)
    const headers = headersFor(route, request.headers, { passport, requestId })
    const onCookies = () => {
      const hash = sessionHashOf(request, config)
      // Without waiting for the event: who was told that a session is over must find it so.
      if (hash !== null) deps.sessions.forget([hash])
    }
    const sink = answerInto(exchange, route, { viewer, onCookies })
    const timeout = Math.min(answerTimeoutMilliseconds, millisecondsLeft)
    await upstream.send({ method, path, headers, body }, sink, timeout)
  }
}

/** Last of what can refuse a call before its service is asked, so that only what is asked is counted. */
export const counting = (
  route: ForwardedRoute,
  { TRUST_PROXY_HOPS }: Config,
  { limiter }: Pick<Deps, 'limiter'>,
) => {
  const limit = limitOf(route)
  return async ({ request, response, headers }: Exchange, viewer: Viewer | null): Promise<void> => {
    if (limit === null) return
    const address = clientAddress(request, TRUST_PROXY_HOPS)
    const admission = await limiter.admit(limit, { viewer, address })
    headers.push(...admission.headers)
    if (admission.refusal !== null) throw admission.refusal
    if (isSafe(methodOf(request))) return
    response.once('finish', () => {
      if (cameToNothing(response.statusCode)) admission.giveBack()
    })
  }
}

/** What was badly written, or failed on this side, is to be put right and sent again at once. */
const cameToNothing = (status: number): boolean => status === 400 || status >= 500

const methodOf = (request: IncomingMessage): UpstreamCall['method'] =>
  // The table has let no other method through.
  request.method as UpstreamCall['method']

const isSafe = (method: UpstreamCall['method']): boolean => method === 'GET' || method === 'HEAD'

const checkAccess = ({ access }: Route, viewer: Viewer | null): void => {
  if (access === 'public') return
  if (viewer === null) throw new AppError('signed_out')
  if (access === 'admin' && viewer.role !== 'admin') throw new AppError('forbidden')
}

const headersPassedIn = [
  'content-type',
  'content-encoding',
  'accept',
  'idempotency-key',
  'if-none-match',
]

/** Made from nothing, so that whatever else came along has no way in. */
export const headersFor = (
  route: Route,
  received: IncomingHttpHeaders,
  { passport, requestId }: { passport: string; requestId: string },
): string[] => {
  const headers = [passportHeader, passport, requestIdHeader, requestId]
  for (const name of headersPassedIn) {
    const value = received[name]
    if (typeof value === 'string') headers.push(name, value)
  }
  if (route.service === 'auth') {
    for (const name of ['cookie', 'user-agent'] as const) {
      const value = received[name]
      if (value !== undefined) headers.push(name, value)
    }
  }
  return headers
}

const headersPassedOut = [
  'content-type',
  'content-encoding',
  'content-length',
  'etag',
  'link',
  'x-total-count',
  'retry-after',
]

export const answerInto = (
  exchange: Exchange,
  route: Route,
  { viewer, onCookies }: { viewer: Viewer | null; onCookies: () => void },
): Sink => {
  const { request, response } = exchange
  let body: Body = response
  return {
    start: (status, received) => {
      if (status >= 400 && !isJson(received)) {
        const cause = new Error(`${route.service} answered ${status} without an error body`)
        throw new AppError('unavailable', { retryAfterSeconds: 1, cause })
      }
      const encoding = isCompressible(route)
        ? encodingFor(request, { status, headers: received })
        : null
      const passedOut = encoding === null ? received : encodedHeaders(received, encoding)
      const headers = [...exchange.headers]
      for (const name of headersPassedOut) {
        const value = passedOut[name]
        if (typeof value === 'string') headers.push(name, value)
      }
      if (route.service === 'auth') {
        const cookies = [received['set-cookie'] ?? []].flat()
        for (const cookie of cookies) headers.push('set-cookie', cookie)
        if (cookies.length > 0) onCookies()
      }
      const cacheControl = status < 400 ? received['cache-control'] : undefined
      headers.push(...cacheHeaders(cacheControl, route, viewer))
      response.writeHead(status, headers)
      if (encoding !== null) body = compressInto(response, encoding)
    },
    data: (chunk) => body.write(chunk),
    end: () => body.end(),
    abortable: (abort) => response.once('close', abort),
  }
}

const isJson = (headers: IncomingHttpHeaders): boolean =>
  headers['content-type']?.startsWith('application/json') === true

/** Nothing is kept unless its service says so, and nothing of a member's is kept where others read. */
const cacheHeaders = (given: string | undefined, route: Route, viewer: Viewer | null): string[] => {
  if (given === undefined || given.includes('no-store')) return ['cache-control', 'no-store']
  const vary = isCompressible(route) ? 'cookie, accept-encoding' : 'cookie'
  const isOpen = viewer === null || given.includes('private')
  return ['cache-control', isOpen ? given : 'private, no-cache', 'vary', vary]
}
